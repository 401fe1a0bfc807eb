import { compareDocument } from '../domains/players/compare/compare-document.ts'
import { compareMeta } from '../domains/players/compare/compare-meta.ts'
import { CompareShell } from '../domains/players/compare/compare-shell.tsx'
import { siteOf } from '../platform/navigation/meta.ts'
import { skipClientLoader } from '../platform/navigation/page-context.ts'
import type { Route } from './+types/compare.ts'

export const loader = ({ context, params }: Route.LoaderArgs) => compareDocument(context, params)
export const clientLoader = skipClientLoader

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) =>
  compareMeta(siteOf(matches), loaderData, params)

export default function Compare({ params }: Route.ComponentProps) {
  return <CompareShell aText={params.a} bText={params.b} />
}
