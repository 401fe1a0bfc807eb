import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Presence } from '../../../../contract/matches/presence-schemas.ts'
import { api } from '../../../platform/api.ts'
import { sentOnSubscribing, useLive } from '../../../platform/live/use-live.ts'
import { useLocale } from '../../../platform/translation.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { formatCount } from '../../../ui/format-count.ts'
import { PlayerLink } from '../../../ui/player-name.tsx'
import { LiveLink } from '../live/live-link.tsx'
import { presenceQuery } from './presence-query.ts'
import { useModeName } from './use-mode-name.ts'

/** Modes shown with their number of players. */
const maxModes = 8

/** Who is on the game servers; nothing while no game server says so. */
export function OnlineNow() {
  const { data, error, refetch } = useQuery(presenceQuery(api))
  useLive(
    { channel: 'server_status' },
    (message) => {
      if (message.type === 'server_status_update') void refetch()
    },
    sentOnSubscribing,
  )
  if (data === undefined || error !== null || data.total === 0) return null
  return <Online presence={data} />
}

function Online({ presence: { total, modes, players } }: { presence: Presence }) {
  const headingId = useId()
  const locale = useLocale()
  const modeName = useModeName()
  return (
    <section aria-labelledby={headingId} className="bg-ground-band">
      <div className="home-online-band">
        <div className="flex flex-wrap items-baseline gap-x-6 gap-y-2">
          <h2 id={headingId} className="font-display text-4xl leading-none">
            <Trans>Online now</Trans>
          </h2>
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-sm tabular-nums">
            {modes.slice(0, maxModes).map(({ mode, players: count }) => (
              <span key={mode} className="wrap-anywhere">
                <bdi>{modeName(mode)}</bdi> {formatCount(count, locale)}
              </span>
            ))}
          </p>
          <LiveLink className="ms-auto" />
        </div>
        <ul className="home-online">
          {players.map(({ user, mode }) => (
            <li
              key={user.id}
              className="flex min-w-0 items-center gap-2 rounded-md border border-line bg-ground-card py-1.5 pe-3 ps-1.5 text-sm"
            >
              <Avatar username={user.username} avatarUrl={user.avatarUrl} size="sm" />
              <span className="grid min-w-0 leading-tight">
                <PlayerLink user={user} className="truncate font-semibold" />
                {mode !== null && (
                  <bdi className="wrap-anywhere text-ink-faint text-xs">{modeName(mode)}</bdi>
                )}
              </span>
            </li>
          ))}
          {total > players.length && (
            <li className="flex items-center px-2 text-ink-soft text-sm tabular-nums">
              {players.length === 0 ? (
                <Trans>{{ total: formatCount(total, locale) }} online</Trans>
              ) : (
                <Trans>and {{ more: formatCount(total - players.length, locale) }} more</Trans>
              )}
            </li>
          )}
        </ul>
      </div>
    </section>
  )
}
