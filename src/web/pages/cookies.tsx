import { msg } from '@lingui/core/macro'
import { legalQuery } from '../domains/content/legal/legal-query.ts'
import { LegalText } from '../domains/content/legal/legal-text.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched, skipClientLoader } from '../platform/page-context.ts'
import { legalTitles } from '../ui/legal-titles.ts'
import type { Route } from './+types/cookies.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  prefetched(context, (call) => [legalQuery(call, 'cookies')])
export const clientLoader = skipClientLoader

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: legalTitles.cookies,
    description: msg`Which cookies ${{ name: site.name }} sets, and what it stores in the browser.`,
    path: '/cookies',
  })
}

export default function Cookies() {
  return <LegalText page="cookies" />
}
