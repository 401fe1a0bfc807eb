import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { StatusHistory, statusHistoryQuery } from '../domains/network/status/status-history.tsx'
import { useServerStatus } from '../domains/network/status/use-server-status.ts'
import { pageMeta } from '../platform/navigation/meta.ts'
import { pageLoader, skipClientLoader } from '../platform/navigation/page-context.ts'
import { useSite } from '../platform/site.tsx'
import { ShareMenu } from '../ui/share-menu.tsx'

export const loader = pageLoader((call) => [statusHistoryQuery(call)])
export const clientLoader = skipClientLoader

export const meta = pageMeta(
  '/status',
  msg({ message: 'Status', comment: 'Whether the game server is online: name of a page' }),
  msg`Whether the game server is online, how many play, and how often it answered in 90 days.`,
)

export default function Status() {
  const { status } = useServerStatus()
  const { playerCount } = status
  const { name, publicUrl } = useSite()
  return (
    <div className="mx-auto grid w-full max-w-4xl gap-8 px-4 py-8 sm:px-5 lg:py-12">
      <header className="grid gap-3">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <h1 className="font-display text-6xl leading-none sm:text-7xl">
            <Trans comment="Whether the game server is online: name of a page">Status</Trans>
          </h1>
          <ShareMenu url={`${publicUrl}/status`} title={name} shown="status" />
        </div>
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
