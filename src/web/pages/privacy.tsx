import { msg } from '@lingui/core/macro'
import { legalQuery } from '../domains/content/legal/legal-query.ts'
import { LegalText } from '../domains/content/legal/legal-text.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched, skipClientLoader } from '../platform/page-context.ts'
import { legalTitles } from '../ui/legal-titles.ts'
import type { Route } from './+types/privacy.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  prefetched(context, (call) => [legalQuery(call, 'privacy')])
export const clientLoader = skipClientLoader

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: legalTitles.privacy,
    description: msg`What ${{ name: site.name }} stores about players and members, why, for how long, and who sees it.`,
    path: '/privacy',
  })
}

export default function Privacy() {
  return <LegalText page="privacy" />
}
