import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'
import { classes } from '../../ui/classes.ts'
import { Loaded } from '../../ui/list/loaded.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { PlayerLink, PlayerName } from '../../ui/player-name.tsx'
import { standingsQuery } from './cup-queries.ts'

/** The table of an arena: its first hundred places. */
export function Standings({ id, size, own }: { id: number; size: number; own: number | null }) {
  const { t } = useLingui()
  const query = useQuery(standingsQuery(api, id))
  return (
    <Loaded query={query} failed={t`The table could not be loaded`} loading={<Skeleton className="h-60" />}>
      {(standings) =>
        standings.length === 0 ? (
          <p className="text-ink-soft">
            <Trans>Nobody has played yet.</Trans>
          </p>
        ) : (
          <div className="overflow-x-auto rounded-lg border border-line bg-ground-card">
            <table className="w-full text-sm">
              <caption className="sr-only">
                <Trans>Table of the arena</Trans>
              </caption>
              <thead>
                <tr className="border-line border-b text-start text-ink-faint">
                  <th scope="col" className="px-3 py-2 font-semibold">
                    #
                  </th>
                  <th scope="col" className="px-3 py-2 font-semibold">
                    {size === 1 ? t`Player` : t`Team`}
                  </th>
                  <th scope="col" className="px-3 py-2 text-end font-semibold">
                    <Trans>Points</Trans>
                  </th>
                  <th scope="col" className="px-3 py-2 text-end font-semibold">
                    <abbr title={t`Wins, draws, losses`} className="no-underline">
                      <Trans comment="Initials of wins, draws and losses">W-D-L</Trans>
                    </abbr>
                  </th>
                </tr>
              </thead>
              <tbody>
                {standings.map((one) => (
                  <tr
                    key={one.entrant}
                    className={classes(
                      'border-line border-b last:border-0',
                      one.entrant === own && 'bg-ground-raised',
                    )}
                  >
                    <td className="px-3 py-2 tabular-nums">{one.place}</td>
                    <th scope="row" className="min-w-0 px-3 py-2 text-start font-semibold">
                      {one.userId === null ? (
                        <PlayerName name={one.username} />
                      ) : (
                        <PlayerLink user={{ id: one.userId, username: one.username }} />
                      )}
                    </th>
                    <td className="px-3 py-2 text-end font-bold tabular-nums">{one.points}</td>
                    <td className="whitespace-nowrap px-3 py-2 text-end tabular-nums">
                      {one.wins}-{one.draws}-{one.losses}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </Loaded>
  )
}
