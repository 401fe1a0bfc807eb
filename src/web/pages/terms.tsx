import { msg } from '@lingui/core/macro'
import { legalQuery } from '../domains/content/legal/legal-query.ts'
import { LegalText } from '../domains/content/legal/legal-text.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched, skipClientLoader } from '../platform/page-context.ts'
import { legalTitles } from '../ui/legal-titles.ts'
import type { Route } from './+types/terms.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  prefetched(context, (call) => [legalQuery(call, 'terms')])
export const clientLoader = skipClientLoader

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: legalTitles.terms,
    description: msg`What players and members may expect of ${{ name: site.name }}, and what it expects of them.`,
    path: '/terms',
  })
}

export default function Terms() {
  return <LegalText page="terms" />
}
