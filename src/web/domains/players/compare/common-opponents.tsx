import { useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/api.ts'
import { Card } from '../../../ui/card.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { PlayerLink, PlayerName } from '../../../ui/player-name.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { commonOpponentsQuery } from '../../matches/head-to-head-query.ts'
import { meetingWords, scoreOf, type WinRecord } from '../../matches/record.ts'
import type { Pair } from './compared-ratings.tsx'

/** Whom both players met, with the record of each; nothing where there is nobody. */
export function CommonOpponents({ one, other }: Pair) {
  const query = useQuery(commonOpponentsQuery(api, one.id, other.id))
  return (
    <Loaded
      query={query}
      loading={<Skeleton className="h-32" />}
      failed="Failed to load their common opponents."
    >
      {(opponents) =>
        opponents.length > 0 && (
          <Card>
            <h2 className="font-display text-3xl leading-none">Common opponents</h2>
            <table className="mt-4 w-full tabular-nums">
              <thead>
                <tr className="text-ink-soft text-sm">
                  <th scope="col" className="py-2 text-left font-medium">
                    Opponent
                  </th>
                  {[one, other].map(({ id, username }) => (
                    <th key={id} scope="col" className="py-2 pl-3 text-right font-medium">
                      <PlayerName name={username} />
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {opponents.map(({ user, a, b }) => (
                  <tr key={user.id} className="border-line border-t">
                    <th scope="row" className="wrap-anywhere py-3 text-left font-bold">
                      <PlayerLink user={user} />
                    </th>
                    <Score record={a} />
                    <Score record={b} />
                  </tr>
                ))}
              </tbody>
            </table>
          </Card>
        )
      }
    </Loaded>
  )
}

const Score = ({ record }: { record: WinRecord }) => (
  <td className="py-3 pl-3 text-right">
    <span className="font-display text-2xl leading-none">{scoreOf(record)}</span>{' '}
    <span className="whitespace-nowrap text-ink-faint text-sm max-sm:sr-only">{meetingWords(record)}</span>
  </td>
)
