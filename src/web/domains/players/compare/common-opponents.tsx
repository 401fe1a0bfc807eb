import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/api.ts'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { PlayerLink } from '../../../ui/player-name.tsx'
import { commonOpponentsQuery } from '../../matches/head-to-head-query.ts'
import { meetingWords, scoreOf, type WinRecord } from '../../matches/record.ts'
import { type Pair, PairTable } from './pair-table.tsx'

/** Whom both players met, with the record of each; nothing where there is nobody. */
export function CommonOpponents({ one, other }: Pair) {
  const { t } = useLingui()
  const query = useQuery(commonOpponentsQuery(api, one.id, other.id))
  return (
    <Loaded
      query={query}
      loading={<Skeleton className="h-32" />}
      failed={t`Failed to load their common opponents.`}
    >
      {(opponents) =>
        opponents.length > 0 && (
          <PairTable title={t`Common opponents`} rowName={t`Opponent`} pair={{ one, other }}>
            {opponents.map(({ user, a, b }) => (
              <tr key={user.id} className="border-line border-t">
                <th scope="row" className="wrap-anywhere py-3 text-start font-bold">
                  <PlayerLink user={user} />
                </th>
                <Score record={a} />
                <Score record={b} />
              </tr>
            ))}
          </PairTable>
        )
      }
    </Loaded>
  )
}

function Score({ record }: { record: WinRecord }) {
  const { t } = useLingui()
  return (
    <td className="py-3 ps-3 text-end">
      <span className="font-display text-2xl leading-none">{scoreOf(record)}</span>{' '}
      <span className="whitespace-nowrap text-ink-faint text-sm max-sm:sr-only">
        {t(meetingWords(record))}
      </span>
    </td>
  )
}
