import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Rules } from '../domains/content/rules/rules.tsx'
import { rulesQuery } from '../domains/content/rules/rules-query.ts'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched, skipClientLoader } from '../platform/page-context.ts'
import type { Route } from './+types/rules.ts'

export const loader = ({ context }: Route.LoaderArgs) => prefetched(context, (call) => [rulesQuery(call)])
export const clientLoader = skipClientLoader

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: msg`Rules`,
    description: site.words.rules?.description,
    path: '/rules',
  })
}

export default function RulesPage() {
  return (
    <div className="mx-auto grid w-full max-w-page gap-6 px-4 py-8 sm:px-5 lg:py-12">
      <h1 className="font-display text-5xl leading-none sm:text-6xl">
        <Trans>Rules</Trans>
      </h1>
      <Rules />
    </div>
  )
}
