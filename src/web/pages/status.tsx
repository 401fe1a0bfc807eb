import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { StatusHistory, statusHistoryQuery } from '../domains/network/status/status-history.tsx'
import { useServerStatus } from '../domains/network/status/use-server-status.ts'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched, skipClientLoader } from '../platform/page-context.ts'
import type { Route } from './+types/status.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  prefetched(context, (call) => [statusHistoryQuery(call)])
export const clientLoader = skipClientLoader

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(siteOf(matches), {
    title: msg({ message: 'Status', comment: 'Whether the game server is online: name of a page' }),
    description: msg`Whether the game server is online, how many play, and how often it answered in 90 days.`,
    path: '/status',
  })

export default function Status() {
  const { status } = useServerStatus()
  const { playerCount } = status
  return (
    <div className="mx-auto grid w-full max-w-4xl gap-8 px-4 py-8 sm:px-5 lg:py-12">
      <header className="grid gap-3">
        <h1 className="font-display text-6xl leading-none sm:text-7xl">
          <Trans comment="Whether the game server is online: name of a page">Status</Trans>
        </h1>
        <p className="flex items-center gap-3 text-lg">
          <span
            aria-hidden
            className={`size-3.5 shrink-0 rounded-full ${status.isOnline ? 'bg-good' : 'bg-bad'}`}
          />
          {status.isOnline ? (
            <Trans>
              The game server is online with <Plural value={playerCount} one="# player" other="# players" />.
            </Trans>
          ) : (
            <Trans>The game server does not answer.</Trans>
          )}
        </p>
      </header>
      <StatusHistory />
    </div>
  )
}
