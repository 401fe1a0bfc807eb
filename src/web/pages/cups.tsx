import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CupList } from '../domains/cups/cup-list.tsx'
import { cupsQuery } from '../domains/cups/cup-queries.ts'
import { pageMeta } from '../platform/navigation/meta.ts'
import { pageLoader, skipClientLoader } from '../platform/navigation/page-context.ts'

export const loader = pageLoader((call) => [
  cupsQuery(call, 'running'),
  cupsQuery(call, 'open'),
  cupsQuery(call, 'past'),
])
export const clientLoader = skipClientLoader

export const meta = pageMeta('/cups', msg`Cups`, msg`Running, upcoming and past cups, with their champions.`)

export default function Cups() {
  return (
    <div className="mx-auto grid w-full max-w-page gap-8 px-4 py-8 sm:px-5 lg:py-12">
      <header className="grid gap-2">
        <h1 className="font-display text-6xl leading-none sm:text-7xl">
          <Trans>Cups</Trans>
        </h1>
        <p className="max-w-prose text-ink-soft leading-relaxed">
          <Trans>
            Register, check in, play. Results come from the game server, so nobody has to enter a score.
          </Trans>
        </p>
      </header>
      <CupList />
    </div>
  )
}
