import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ownAppealsQuery } from '../domains/moderation/appeals/appeal-queries.ts'
import { Appeals } from '../domains/moderation/appeals/appeals.tsx'
import { pageMeta } from '../platform/navigation/meta.ts'
import { pageContext, prefetched, skipClientLoader } from '../platform/navigation/page-context.ts'
import type { Route } from './+types/appeal.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  prefetched(context, (call) => (context.get(pageContext).viewer === null ? [] : [ownAppealsQuery(call)]))
export const clientLoader = skipClientLoader

export const meta = pageMeta(
  '/appeal',
  msg`Appeal`,
  ({ name }) =>
    msg`Appeal against a punishment on ${{ name }}: signed in, or with the code from the ban screen.`,
)

export default function Appeal() {
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-6 px-4 py-8 sm:px-5 lg:py-12">
      <header className="grid gap-2">
        <h1 className="font-display text-5xl leading-none sm:text-6xl">
          <Trans>Appeal</Trans>
        </h1>
        <p className="text-ink-soft">
          <Trans>You can appeal every punishment. A different staff member will decide.</Trans>
        </p>
      </header>
      <Appeals />
    </div>
  )
}
