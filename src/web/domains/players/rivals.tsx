import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Message } from '../../../contract/languages.ts'
import { type OpponentOrder, opponentOrders } from '../../../contract/players/players.ts'
import type { Opponent } from '../../../contract/players/players-schemas.ts'
import { api } from '../../platform/api.ts'
import { useAddressChoice } from '../../platform/navigation/address-choice.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { ChoiceBar } from '../../ui/form/choice-bar.tsx'
import { Loaded } from '../../ui/list/loaded.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { PlayerName } from '../../ui/player-name.tsx'
import { comparePath } from '../../ui/player-path.ts'
import { meetingWords, scoreOf } from '../matches/record.ts'
import { opponentsQuery } from './player-queries.ts'
import { ResultStrip } from './result-strip.tsx'

const labels: Record<OpponentOrder, Message> = {
  met: msg`Played`,
  lost: msg`Lost to`,
  beaten: msg`Beaten`,
}

const nobody: Record<OpponentOrder, Message> = {
  met: msg`No 1v1 matches yet.`,
  lost: msg`No 1v1 lost yet.`,
  beaten: msg`No 1v1 won yet.`,
}

/** Whom a player met, lost to or beat most in 1v1 matches; nothing for who met nobody. */
export function Rivals({ id }: { id: number }) {
  const { t } = useLingui()
  const [order, setOrder] = useAddressChoice('rivals', opponentOrders)
  const met = useQuery(opponentsQuery(api, id))
  const query = useQuery(opponentsQuery(api, id, order))
  if (met.data?.length === 0) return null
  return (
    <Card>
      <h2 className="font-display text-3xl leading-none">
        <Trans>Rivals</Trans>
      </h2>
      <p className="mt-1 text-ink-soft text-sm">
        <Trans>Most often, in 1v1 matches.</Trans>
      </p>
      <div className="mt-3">
        <ChoiceBar
          label={t`Order of rivals`}
          options={opponentOrders.map((one) => [one, t(labels[one])])}
          value={order}
          onChange={setOrder}
        />
      </div>
      <Loaded
        query={query}
        loading={<Skeleton className="mt-3 h-80" />}
        failed={t`Failed to load the opponents.`}
      >
        {(opponents) =>
          opponents.length === 0 ? (
            <p className="mt-4 text-ink-soft text-sm">{t(nobody[order])}</p>
          ) : (
            <ul className="mt-3 divide-y divide-line overflow-hidden rounded-md border border-line">
              {opponents.map((opponent) => (
                <li key={opponent.user.id}>
                  <Rival id={id} {...opponent} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

function Rival({ id, user, recent, ...record }: Opponent & { id: number }) {
  const { t } = useLingui()
  return (
    <Link
      to={comparePath(id, user.id)}
      className="group grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 px-3 py-2.5 -outline-offset-2 hover:bg-ground-raised"
    >
      <Avatar username={user.username} avatarUrl={user.avatarUrl} />
      <span className="grid min-w-0 gap-0.5">
        <span className="wrap-anywhere font-bold group-hover:text-ember-bright">
          <PlayerName name={user.username} />
        </span>
        <span className="flex flex-wrap items-center gap-x-2 text-ink-soft text-sm">
          {t(meetingWords(record))}
          <ResultStrip results={recent} />
        </span>
      </span>
      <span className="font-display text-2xl tabular-nums leading-none">{scoreOf(record)}</span>
    </Link>
  )
}
