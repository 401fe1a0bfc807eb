import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { arenaClosesAt } from '../../../contract/cups/cups.ts'
import type { Cup, MyCup } from '../../../contract/cups/cups-schemas.ts'
import { api } from '../../platform/api.ts'
import { useViewer } from '../../platform/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { useClock } from '../../ui/relative-time.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Time } from '../../ui/time.tsx'
import { myCupQuery } from './cup-queries.ts'
import { type NameOf, roundName, sideName } from './cup-words.ts'
import { FindTeam, MyTeam } from './my-team.tsx'
import { type CupAction, useCupAction } from './use-cup-action.ts'

/** Whether matches make the table of an arena: its final bracket has not begun. */
const isInTable = ({ format, rounds }: Cup) => format === 'arena' && rounds.length === 0

/** When, against whom, and what to do: the first thing an entrant reads. Others read it while they can enter. */
export function MyCupCard({ cup, nameOf }: { cup: Cup; nameOf: NameOf }) {
  const viewer = useViewer()
  const headingId = useId()
  const { data: mine } = useQuery({ ...myCupQuery(api, cup.id), enabled: viewer !== null })
  const isEntered =
    cup.phase === 'open' || cup.phase === 'check_in' || (cup.phase === 'running' && isInTable(cup))
  const takesPart = mine && (mine.isRegistered || mine.entrant !== null || mine.team)
  if (!isEntered && !takesPart) return null
  const content = viewer === null ? <SignIn /> : mine && <Mine cup={cup} mine={mine} nameOf={nameOf} />
  if (!content) return null
  return (
    <section
      aria-labelledby={headingId}
      className="grid gap-3 rounded-lg border border-ember bg-ground-card p-4 shadow-card sm:p-5"
    >
      <h2 id={headingId} className="font-display text-3xl leading-none">
        {mine?.next ? 'My next match' : 'Taking part'}
      </h2>
      <div role="status" className="grid gap-3">
        {content}
      </div>
    </section>
  )
}

const SignIn = () => (
  <p className="text-ink-soft">
    <Link to="/auth" className="text-ember-bright underline underline-offset-4">
      Sign in
    </Link>{' '}
    to take part.
  </p>
)

interface MineProps {
  readonly cup: Cup
  readonly mine: MyCup
  readonly nameOf: NameOf
}

function Mine({ cup, mine, nameOf }: MineProps) {
  const { mutate, isPending } = useCupAction(cup.id)
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
  if (
    mine.place !== null &&
    (phase === 'final' || (mine.next === null && !isInTable(cup) && phase !== 'open'))
  )
    return <p className="text-ink-soft">Your place: {mine.place}.</p>
  if (phase === 'cancelled') return <p className="text-ink-soft">This cup was cancelled.</p>
  if (phase === 'final') return mine.isRegistered ? <p className="text-ink-soft">This cup is over.</p> : null
  if (mine.next !== null) return <NextMatch cup={cup} mine={mine} nameOf={nameOf} action={action} />
  if (isInTable(cup)) return <InArena cup={cup} mine={mine} action={action} />
  if (cup.size > 1) return <InTeam cup={cup} mine={mine} action={action} />
  if (phase === 'check_in' && !mine.isCheckedIn)
    return (
      <>
        <p>
          Check-in is open
          {cup.checkIn && (
            <>
              {' '}
              until <Time iso={cup.checkIn.closesAt} />
            </>
          )}
          . If you do not check in, you are out.
        </p>
        {action('check-in', 'Check in')}
      </>
    )
  if (mine.isCheckedIn)
    return (
      <>
        <p className="flex items-center gap-2">
          <Check aria-hidden className="size-5 text-good" />
          {mine.waiting === null
            ? 'You are checked in. Your first match is called at the start.'
            : `All seats are taken. You are number ${mine.waiting} on the waiting list.`}
        </p>
        {phase === 'check_in' && action('check-out', 'Undo check-in', true)}
      </>
    )
  if (phase === 'open')
    return mine.isRegistered ? (
      <>
        <p className="flex items-center gap-2">
          <Check aria-hidden className="size-5 text-good" />
          You are registered.
        </p>
        <p className="text-ink-soft">
          {cup.checkIn === null ? (
            'There is no date yet.'
          ) : (
            <>
              Check-in opens <Time iso={cup.checkIn.opensAt} />. Come back then: if you do not check in, you
              are out.
            </>
          )}
        </p>
      </>
    ) : (
      <>
        <p>Seats go by time of registration.</p>
        {action('register', 'Register')}
      </>
    )
  return <p className="text-ink-soft">You are not in this cup.</p>
}

const checkInHint = 'Each player of the team checks in for themselves.'

/** Before the start of a cup of teams, or while the next match is not known. */
function InTeam({ cup, mine, action }: Pick<MineProps, 'cup' | 'mine'> & { action: Action }) {
  const { team } = mine
  const isOpen = cup.phase === 'open' || cup.phase === 'check_in'
  if (!team)
    return isOpen ? <FindTeam cup={cup} /> : <p className="text-ink-soft">You are not in this cup.</p>
  if (!isOpen && mine.entrant === null)
    return (
      <p className="text-ink-soft">
        Your team does not take part{cup.format !== 'arena' && ': not everybody checked in'}.
      </p>
    )
  return (
    <>
      {mine.waiting !== null ? (
        <p>All seats are taken. Your team is number {mine.waiting} on the waiting list.</p>
      ) : cup.phase === 'check_in' ? (
        !mine.isCheckedIn && (
          <p>
            Check-in is open
            {cup.checkIn && (
              <>
                {' '}
                until <Time iso={cup.checkIn.closesAt} />
              </>
            )}
            . {checkInHint}
          </p>
        )
      ) : cup.phase === 'open' ? (
        <p className="text-ink-soft">
          {cup.checkIn === null ? (
            'There is no date yet.'
          ) : (
            <>
              Check-in opens <Time iso={cup.checkIn.opensAt} />. {checkInHint}
            </>
          )}
        </p>
      ) : (
        <p>Your team is checked in. Your first match is called at the start.</p>
      )}
      {cup.phase === 'check_in' &&
        (mine.isCheckedIn ? action('check-out', 'Undo my check-in', true) : action('check-in', 'Check in'))}
      <MyTeam cup={cup} team={team} isOpen={isOpen} stands={team.isCheckedIn} />
    </>
  )
}

type Action = (what: CupAction, label: string, quiet?: boolean) => ReactNode

function InArena({ cup, mine, action }: Pick<MineProps, 'cup' | 'mine'> & { action: Action }) {
  const clock = useClock()
  const { cut } = cup.config
  const endAt = cup.endDate === null ? Infinity : Date.parse(cup.endDate)
  if (cup.phase === 'running' && clock !== null && clock >= endAt)
    return (
      <p>
        The arena is over. Late results count until{' '}
        <Time iso={new Date(arenaClosesAt(endAt)).toISOString()} />
        {cut !== null && `. Then the best ${cut} are called to the final bracket`}.
      </p>
    )
  if (cup.size > 1) return <TeamInArena cup={cup} mine={mine} />
  if (!mine.isRegistered)
    return (
      <>
        <p>You take part once you are registered and your player is linked.</p>
        {action('register', 'Register')}
      </>
    )
  if (!mine.isCheckedIn)
    return (
      <p>
        You are registered. Link your player on your{' '}
        <Link to="/profile" className="text-ember-bright underline underline-offset-4">
          profile
        </Link>
        , so that your matches count.
      </p>
    )
  if (mine.standing !== null)
    return (
      <p>
        You are number <b>{mine.standing.place}</b> with <b>{mine.standing.points}</b> points. Every ranked
        match of {cup.mode.name} against another entrant counts.
        {cut !== null && ` The best ${cut} go on to the final bracket.`}
      </p>
    )
  return <p>You are in. Play ranked {cup.mode.name} against other entrants between start and end.</p>
}

function TeamInArena({ cup, mine }: Pick<MineProps, 'cup' | 'mine'>) {
  const { team, standing, entrant, waiting } = mine
  const { cut } = cup.config
  if (!team)
    return cup.phase === 'open' || cup.phase === 'running' ? (
      <FindTeam cup={cup} />
    ) : (
      <p className="text-ink-soft">You are not in this cup.</p>
    )
  return (
    <>
      {waiting !== null ? (
        <p>All seats are taken. Your team is number {waiting} on the waiting list.</p>
      ) : standing !== null ? (
        <p>
          Your team is number <b>{standing.place}</b> with <b>{standing.points}</b> points. Every ranked match
          of {cup.mode.name} {cup.size} a side against another team counts.
          {cut !== null && ` The best ${cut} go on to the final bracket.`}
        </p>
      ) : entrant !== null ? (
        <p>
          Your team is in. Play ranked {cup.mode.name}, {cup.size} a side, against other teams between start
          and end.
        </p>
      ) : (
        <p>
          Your team takes part once it has {cup.size} players and each of them has linked their player on
          their{' '}
          <Link to="/profile" className="text-ember-bright underline underline-offset-4">
            profile
          </Link>
          .
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

function NextMatch({ cup, mine, nameOf, action }: MineProps & { action: Action }) {
  const clock = useClock()
  const next = mine.next!
  const opponent = next.sides.find((side) => side !== mine.entrant) ?? null
  const round = roundName(
    cup.rounds,
    cup.rounds.find(({ nodes }) => nodes.some(({ id }) => id === next.id))?.id ?? '',
  )
  const { call } = next
  if (call === undefined)
    return <p>{round}: your opponent is not known yet. You are called as soon as they are.</p>
  const left = (iso: string) =>
    clock === null ? null : Math.max(0, Math.ceil((Date.parse(iso) - clock) / 60_000))
  const isReady = mine.entrant !== null && (call.ready ?? []).includes(mine.entrant)
  const limit = call.appearBy ?? call.endsAt
  const minutes = limit === null ? null : left(limit)
  return (
    <>
      <p className="text-lg">
        {round}: you play against{' '}
        <b>
          <bdi>{sideName(opponent, nameOf)}</bdi>
        </b>
        {next.matchIds.length > 0 && `, ${next.wins.join(' to ')} so far`}.
      </p>
      <p className="text-ink-soft">
        {limit === null ? (
          'The cup is paused, and so is your time.'
        ) : minutes === null ? (
          <>
            Until <Time iso={limit} />
          </>
        ) : (
          `${minutes === 1 ? '1 minute' : `${minutes} minutes`} left ${call.appearBy === null ? 'to play' : 'to show up'}.`
        )}{' '}
        Challenge them on the game server: the first games of {cup.mode.name} between you count.
      </p>
      {call.appearBy !== null &&
        (isReady ? (
          <p className="flex items-center gap-2 font-bold">
            <Check aria-hidden className="size-5 text-good" />
            You are ready.
          </p>
        ) : (
          action({ ready: call.cupMatchId }, 'Ready')
        ))}
    </>
  )
}
