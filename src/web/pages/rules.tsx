import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Rules } from '../domains/content/rules/rules.tsx'
import { rulesQuery } from '../domains/content/rules/rules-query.ts'
import { pageMeta } from '../platform/navigation/meta.ts'
import { pageLoader, skipClientLoader } from '../platform/navigation/page-context.ts'

export const loader = pageLoader((call) => [rulesQuery(call)])
export const clientLoader = skipClientLoader

export const meta = pageMeta('/rules', msg`Rules`, ({ words }) => words.rules?.description)

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
