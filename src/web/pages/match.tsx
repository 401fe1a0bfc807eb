import { matchDocument } from '../domains/matches/match-document.ts'
import { matchMeta } from '../domains/matches/match-meta.ts'
import { MatchShell } from '../domains/matches/match-shell.tsx'
import { siteOf } from '../platform/meta.ts'
import { skipClientLoader } from '../platform/page-context.ts'
import type { Route } from './+types/match.ts'

export const loader = ({ context, params }: Route.LoaderArgs) => matchDocument(context, params.id)
export const clientLoader = skipClientLoader

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) =>
  matchMeta(siteOf(matches), loaderData, params.id)

export default function Match({ params }: Route.ComponentProps) {
  return <MatchShell idText={params.id} />
}
