import { Trans } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useId } from 'react'
import type { Transport } from '../../../contract/endpoint.ts'
import { playerEndpoints } from '../../../contract/players/players-endpoints.ts'
import type { Stream } from '../../../contract/players/players-schemas.ts'
import { api } from '../../platform/api.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { PlayerLink } from '../../ui/player-name.tsx'
import { everybodyQuery } from '../matches/live/live-queries.ts'

export const streamsQuery = (call: Transport) =>
  queryOptions({
    queryKey: ['streams'],
    queryFn: ({ signal }): Promise<Stream[]> => call(playerEndpoints.streams, { signal }),
    staleTime: 300_000,
  })

const serviceOf = (link: string) => (link.includes('twitch.tv/') ? 'Twitch' : 'YouTube')

/** Channels that the operator names, and who of their players is on a game server; nothing where there are none. */
export function Streams() {
  const headingId = useId()
  const { data: streams = [] } = useQuery(streamsQuery(api))
  const everybody = useQuery(everybodyQuery(api))
  if (streams.length === 0) return null
  const here = new Set(everybody.error === null ? everybody.data?.players.map(({ user }) => user.id) : [])
  return (
    <section aria-labelledby={headingId} className="grid content-start gap-4">
      <h2 id={headingId} className="font-display text-4xl leading-none">
        <Trans>Streams</Trans>
      </h2>
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-1">
        {streams.map(({ user, link }) => (
          <li
            key={link}
            className="flex min-w-0 items-center gap-3 rounded-md border border-line bg-ground-card px-3 py-2"
          >
            <Avatar username={user.username} avatarUrl={user.avatarUrl} size="sm" />
            <p className="grid min-w-0 flex-1">
              <PlayerLink user={user} className="truncate font-semibold" />
              {here.has(user.id) && (
                <span className="text-good text-xs">
                  <Trans>In game</Trans>
                </span>
              )}
            </p>
            <a
              href={link}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-11 shrink-0 items-center gap-2 font-semibold underline decoration-line-strong underline-offset-4 hover:text-ember-bright hover:decoration-current"
            >
              {serviceOf(link)}
              <span className="sr-only">
                {' '}
                <Trans>channel of {{ username: user.username }}, in a new tab</Trans>
              </span>
              <ExternalLink aria-hidden className="size-4" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
