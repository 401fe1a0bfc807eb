import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { arenaClosesAt } from '../../../contract/cups/cups.ts'
import type { Cup, MyCup } from '../../../contract/cups/cups-schemas.ts'
import { formatOf } from '../../../contract/cups/formats.ts'
import { entryRefusal } from '../../../contract/events/interest.ts'
import { anchorOf } from '../../../contract/links.ts'
import { api } from '../../platform/api.ts'
import { useClock } from '../../platform/live/server-clock.ts'
import { useSay } from '../../platform/translation.tsx'
import { useViewer } from '../../platform/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { NearTime } from '../../ui/time.tsx'
import { myCupQuery } from './cup-queries.ts'
import { type NameOf, roundName, sideName } from './cup-words.ts'
import { Dispute, disputableOf } from './dispute.tsx'
import { FindTeam, MyTeam } from './my-team.tsx'
import { type CupAction, useCupAction } from './use-cup-action.ts'

/** Whether matches make the table of an arena: its final bracket has not begun. */
const isInTable = (cup: Cup) => formatOf(cup).hasTable && cup.rounds.length === 0

/** When, against whom, and what to do: the first thing an entrant reads. Others read it while they can enter. */
export function MyCupCard({ cup, nameOf }: { cup: Cup; nameOf: NameOf }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const headingId = useId()
  const { data: mine } = useQuery({ ...myCupQuery(api, cup.id), enabled: viewer !== null })
  const isEntered =
    cup.phase === 'open' || cup.phase === 'check_in' || (cup.phase === 'running' && isInTable(cup))
  const takesPart = mine && (mine.isRegistered || mine.entrant !== null || mine.team)
  if (!isEntered && !takesPart) return null
  const content = viewer === null ? <SignIn /> : mine && <Mine cup={cup} mine={mine} nameOf={nameOf} />
  const disputed = mine && disputableOf(mine)
  if (!content) return null
  return (
    <section
      // A link to this match leads here, where the entrant can act.
      id={mine?.next ? anchorOf('match', mine.next.id) : undefined}
      tabIndex={-1}
      aria-labelledby={headingId}
      className="grid scroll-mt-20 gap-3 rounded-lg border border-ember bg-ground-card p-4 shadow-card sm:p-5"
    >
      <h2 id={headingId} className="font-display text-3xl leading-none">
        {mine?.next ? t`My next match` : t`Taking part`}
      </h2>
      <div role="status" className="grid gap-3">
        {content}
      </div>
      {mine && disputed && (
        <div className="grid gap-2 border-line border-t pt-3">
          <p className="text-ink-soft">
            <DisputedResult cup={cup} mine={mine} node={disputed.node} nameOf={nameOf} />
          </p>
          <Dispute cupId={cup.id} result={disputed} />
        </div>
      )}
    </section>
  )
}

/** The result of the viewer that can be disputed, in words. */
function DisputedResult({ cup, mine, node: id, nameOf }: MineProps & { node: string }) {
  const say = useSay()
  const round = cup.rounds.find(({ nodes }) => nodes.some((node) => node.id === id))
  const node = round?.nodes.find((one) => one.id === id)
  if (round === undefined || node === undefined) return null
  const at = node.sides[0] === mine.entrant ? 0 : 1
  const opponent = say(sideName(node.sides[1 - at] ?? null, nameOf))
  const name = say(roundName(cup.rounds, round.id).name)
  const [own, theirs] = [node.wins[at], node.wins[1 - at] ?? 0]
  return (
    <Trans>
      {name}: {own} to {theirs} against <bdi className="font-semibold">{opponent}</bdi>
    </Trans>
  )
}

const SignIn = () => (
  <p className="text-ink-soft">
    <Trans>
      <Link to="/auth" className="text-ink underline underline-offset-4">
        Sign in
      </Link>{' '}
      to take part.
    </Trans>
  </p>
)

interface MineProps {
  readonly cup: Cup
  readonly mine: MyCup
  readonly nameOf: NameOf
}

function Mine({ cup, mine, nameOf }: MineProps) {
  const { t } = useLingui()
  const say = useSay()
  const { mutate, isPending } = useCupAction(cup.id)
  const refusal = mine.interest ? entryRefusal(mine.interest) : null
  if (refusal !== null && !mine.isCheckedIn && mine.entrant === null)
    return <p className="text-ink-soft">{say(refusal)}</p>
  const action = (what: CupAction, label: string, quiet = false): ReactNode => (
    <Button
      className="justify-self-start"
      look={quiet ? 'quiet' : 'solid'}
      variant={quiet ? 'red' : 'default'}
      disabled={isPending}
      onClick={() => mutate(what)}
    >
      {isPending && <Spinner />}
      {label}
    </Button>
  )
  const { phase } = cup
  /** The place on the waiting list that a check-in would give, counted as `mine.waiting`; below 1 with a seat. */
  const wouldBe = (mine.wouldBe ?? 0) - cup.seats
  if (
    mine.place !== null &&
    (phase === 'final' || (mine.next === null && !isInTable(cup) && phase !== 'open'))
  )
    return (
      <p className="text-ink-soft">
        <Trans>Your place: {{ place: mine.place }}.</Trans>
      </p>
    )
  if (phase === 'cancelled')
    return (
      <p className="text-ink-soft">
        <Trans>This cup was cancelled.</Trans>
      </p>
    )
  if (phase === 'final')
    return mine.isRegistered ? (
      <p className="text-ink-soft">
        <Trans>This cup is over.</Trans>
      </p>
    ) : null
  if (mine.isOut && (mine.isRegistered || !isInTable(cup)))
    return (
      <p className="text-ink-soft">
        <Trans>You are out of this cup.</Trans>
      </p>
    )
  if (mine.next !== null) return <NextMatch cup={cup} mine={mine} nameOf={nameOf} action={action} />
  if (isInTable(cup)) return <InArena cup={cup} mine={mine} action={action} />
  if (cup.size > 1) return <InTeam cup={cup} mine={mine} action={action} />
  if (phase === 'check_in' && !mine.isCheckedIn)
    return (
      <>
        {wouldBe > 0 ? (
          <p>
            <Trans>
              All {{ seats: cup.seats }} seats are taken. Check in for the waiting list: you would be number{' '}
              {wouldBe}.
            </Trans>{' '}
            {cup.checkIn && (
              <span className="text-ink-soft">
                <Trans>
                  Check-in is open until <NearTime iso={cup.checkIn.closesAt} since={cup.checkIn.opensAt} />.
                </Trans>
              </span>
            )}
          </p>
        ) : (
          <p>
            {cup.checkIn ? (
              <Trans>
                Check-in is open until <NearTime iso={cup.checkIn.closesAt} since={cup.checkIn.opensAt} />. If
                you do not check in, you are out.
              </Trans>
            ) : (
              <Trans>Check-in is open. If you do not check in, you are out.</Trans>
            )}
          </p>
        )}
        {action('check-in', wouldBe > 0 ? t`Join the waiting list` : t`Check in`)}
      </>
    )
  if (mine.isCheckedIn)
    return (
      <>
        <p className="flex items-center gap-2">
          <Check aria-hidden className="size-5 text-good" />
          {mine.waiting === null
            ? t`You are checked in. Your first match is called at the start.`
            : t`All seats are taken. You are number ${{ waiting: mine.waiting }} on the waiting list.`}
        </p>
        {phase === 'check_in' && action('check-out', t`Undo check-in`, true)}
      </>
    )
  if (phase === 'open')
    return mine.isRegistered ? (
      <>
        <p className="flex items-center gap-2">
          <Check aria-hidden className="size-5 text-good" />
          <Trans>You are registered.</Trans>
        </p>
        <p className="text-ink-soft">
          {cup.checkIn === null ? (
            t`There is no date yet.`
          ) : (
            <Trans>
              Check-in opens <NearTime iso={cup.checkIn.opensAt} />. Come back then: if you do not check in,
              you are out.
            </Trans>
          )}
        </p>
      </>
    ) : (
      <>
        <p>
          <Trans>Seats go by time of registration.</Trans>
        </p>
        {action('register', t({ message: 'Register', context: 'for a cup' }))}
      </>
    )
  return (
    <p className="text-ink-soft">
      <Trans>You are not in this cup.</Trans>
    </p>
  )
}

/** Before the start of a cup of teams, or while the next match is not known. */
function InTeam({ cup, mine, action }: Pick<MineProps, 'cup' | 'mine'> & { action: Action }) {
  const { t } = useLingui()
  const { team } = mine
  const isOpen = cup.phase === 'open' || cup.phase === 'check_in'
  if (!team)
    return isOpen ? (
      <FindTeam cup={cup} />
    ) : (
      <p className="text-ink-soft">
        <Trans>You are not in this cup.</Trans>
      </p>
    )
  if (!isOpen && mine.entrant === null)
    return (
      <p className="text-ink-soft">
        {formatOf(cup).hasTable ? (
          <Trans>Your team does not take part.</Trans>
        ) : (
          <Trans>Your team does not take part: not everybody checked in.</Trans>
        )}
      </p>
    )
  return (
    <>
      {mine.waiting !== null ? (
        <p>
          <Trans>
            All seats are taken. Your team is number {{ waiting: mine.waiting }} on the waiting list.
          </Trans>
        </p>
      ) : cup.phase === 'check_in' ? (
        !mine.isCheckedIn && (
          <p>
            {cup.checkIn ? (
              <Trans>
                Check-in is open until <NearTime iso={cup.checkIn.closesAt} since={cup.checkIn.opensAt} />.
                Each player of the team checks in for themselves.
              </Trans>
            ) : (
              <Trans>Check-in is open. Each player of the team checks in for themselves.</Trans>
            )}
          </p>
        )
      ) : cup.phase === 'open' ? (
        <p className="text-ink-soft">
          {cup.checkIn === null ? (
            t`There is no date yet.`
          ) : (
            <Trans>
              Check-in opens <NearTime iso={cup.checkIn.opensAt} />. Each player of the team checks in for
              themselves.
            </Trans>
          )}
        </p>
      ) : (
        <p>
          <Trans>Your team is checked in. Your first match is called at the start.</Trans>
        </p>
      )}
      {cup.phase === 'check_in' &&
        (mine.isCheckedIn ? action('check-out', t`Undo my check-in`, true) : action('check-in', t`Check in`))}
      <MyTeam cup={cup} team={team} isOpen={isOpen} stands={team.isCheckedIn} />
    </>
  )
}

type Action = (what: CupAction, label: string, quiet?: boolean) => ReactNode

function InArena({ cup, mine, action }: Pick<MineProps, 'cup' | 'mine'> & { action: Action }) {
  const { t } = useLingui()
  const clock = useClock()
  const { cut } = cup.config
  const endAt = cup.endDate === null ? Infinity : Date.parse(cup.endDate)
  if (cup.phase === 'running' && clock !== null && clock >= endAt)
    return (
      <p>
        {cut === null ? (
          <Trans>
            The arena is over. Late results count until{' '}
            <NearTime iso={new Date(arenaClosesAt(endAt)).toISOString()} />.
          </Trans>
        ) : (
          <Trans>
            The arena is over. Late results count until{' '}
            <NearTime iso={new Date(arenaClosesAt(endAt)).toISOString()} />. Then the best {cut} are called to
            the final bracket.
          </Trans>
        )}
      </p>
    )
  if (cup.size > 1) return <TeamInArena cup={cup} mine={mine} />
  if (!mine.isRegistered)
    return (
      <>
        <p>
          <Trans>You take part once you are registered and your player is linked.</Trans>
        </p>
        {action('register', t({ message: 'Register', context: 'for a cup' }))}
      </>
    )
  if (!mine.isCheckedIn)
    return (
      <p>
        <Trans>
          You are registered. Link your player on your{' '}
          <Link to="/profile" className="text-ink underline underline-offset-4">
            profile
          </Link>
          , so that your matches count.
        </Trans>
      </p>
    )
  if (mine.standing !== null) {
    const { place, points } = mine.standing
    const mode = cup.mode.name
    return (
      <p>
        {cut === null ? (
          <Trans>
            You are number <b>{place}</b> with <b>{points}</b> points. Every ranked match of {mode} against
            another entrant counts.
          </Trans>
        ) : (
          <Trans>
            You are number <b>{place}</b> with <b>{points}</b> points. Every ranked match of {mode} against
            another entrant counts. The best {cut} go on to the final bracket.
          </Trans>
        )}
      </p>
    )
  }
  return (
    <p>
      <Trans>
        You are in. Play ranked {{ name: cup.mode.name }} against other entrants between start and end.
      </Trans>
    </p>
  )
}

function TeamInArena({ cup, mine }: Pick<MineProps, 'cup' | 'mine'>) {
  const { team, standing, entrant, waiting } = mine
  if (!team)
    return cup.phase === 'open' || cup.phase === 'running' ? (
      <FindTeam cup={cup} />
    ) : (
      <p className="text-ink-soft">
        <Trans>You are not in this cup.</Trans>
      </p>
    )
  return (
    <>
      {waiting !== null ? (
        <p>
          <Trans>All seats are taken. Your team is number {waiting} on the waiting list.</Trans>
        </p>
      ) : standing !== null ? (
        <p>
          <TeamStanding cup={cup} standing={standing} />
        </p>
      ) : entrant !== null ? (
        <p>
          <Trans>
            Your team is in. Play ranked {{ name: cup.mode.name }}, {{ size: cup.size }} a side, against other
            teams between start and end.
          </Trans>
        </p>
      ) : (
        <p>
          <Trans>
            Your team takes part once it has {{ size: cup.size }} players and each of them has linked their
            player on their{' '}
            <Link to="/profile" className="text-ink underline underline-offset-4">
              profile
            </Link>
            .
          </Trans>
        </p>
      )}
      <MyTeam
        cup={cup}
        team={team}
        isOpen={cup.phase === 'open' || cup.phase === 'running'}
        stands={cup.phase !== 'open' && entrant !== null}
      />
    </>
  )
}

function TeamStanding({
  cup: { config, mode, size },
  standing: { place, points },
}: {
  cup: Cup
  standing: NonNullable<MyCup['standing']>
}) {
  const { name } = mode
  const { cut } = config
  return cut === null ? (
    <Trans>
      Your team is number <b>{place}</b> with <b>{points}</b> points. Every ranked match of {name} {size} a
      side against another team counts.
    </Trans>
  ) : (
    <Trans>
      Your team is number <b>{place}</b> with <b>{points}</b> points. Every ranked match of {name} {size} a
      side against another team counts. The best {cut} go on to the final bracket.
    </Trans>
  )
}

function NextMatch({ cup, mine, nameOf, action }: MineProps & { action: Action }) {
  const { t } = useLingui()
  const say = useSay()
  const clock = useClock()
  const next = mine.next!
  const opponent = say(sideName(next.sides.find((side) => side !== mine.entrant) ?? null, nameOf))
  const { name } = roundName(
    cup.rounds,
    cup.rounds.find(({ nodes }) => nodes.some(({ id }) => id === next.id))?.id ?? '',
  )
  const round = say(name)
  const { call } = next
  if (call === undefined)
    return (
      <p>
        <Trans>{round}: your opponent is not known yet. You are called as soon as they are.</Trans>
      </p>
    )
  const left = (iso: string) =>
    clock === null ? null : Math.max(0, Math.ceil((Date.parse(iso) - clock) / 60_000))
  const isReady = mine.entrant !== null && (call.ready ?? []).includes(mine.entrant)
  const limit = call.appearBy ?? call.endsAt
  const minutes = limit === null ? null : left(limit)
  const [wins, losses] = next.wins
  return (
    <>
      <p className="text-lg">
        {next.matchIds.length > 0 ? (
          <Trans>
            {round}: you play against{' '}
            <b>
              <bdi>{opponent}</bdi>
            </b>
            , {wins} to {losses} so far.
          </Trans>
        ) : (
          <Trans>
            {round}: you play against{' '}
            <b>
              <bdi>{opponent}</bdi>
            </b>
            .
          </Trans>
        )}
      </p>
      <p className="text-ink-soft">
        {limit === null ? (
          t`The cup is paused, and so is your time.`
        ) : minutes === null ? (
          <Trans>
            Until <NearTime iso={limit} />
          </Trans>
        ) : call.appearBy === null ? (
          <Plural value={minutes} one="# minute left to play." other="# minutes left to play." />
        ) : (
          <Plural value={minutes} one="# minute left to show up." other="# minutes left to show up." />
        )}{' '}
        <Trans>
          Challenge them on the game server: the first games of {{ mode: cup.mode.name }} between you count.
        </Trans>
      </p>
      {call.appearBy !== null &&
        (isReady ? (
          <p className="flex items-center gap-2 font-bold">
            <Check aria-hidden className="size-5 text-good" />
            <Trans>You are ready.</Trans>
          </p>
        ) : (
          action({ ready: call.cupMatchId }, t`Ready`)
        ))}
    </>
  )
}
