import { msg, plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Check, Crown, UserMinus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cupLimits } from '../../../contract/cups/cups.ts'
import {
  type Cup,
  type CupTeam,
  type MyTeam as MyTeamOfCup,
  NewTeam,
  TeamCode,
} from '../../../contract/cups/cups-schemas.ts'
import { formatOf } from '../../../contract/cups/formats.ts'
import type { Message } from '../../../contract/languages.ts'
import { useSchemaForm } from '../../platform/forms/use-schema-form.ts'
import { useSay } from '../../platform/translation.tsx'
import { useViewer } from '../../platform/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { PlayerLink } from '../../ui/player-name.tsx'
import { useCupAction } from './use-cup-action.ts'

/** “2 of 3 players checked in”, or how many are missing. */
export function teamState({ players }: Pick<CupTeam, 'players'>, size: number): Message {
  const missing = size - players.length
  if (missing > 0)
    return msg`${plural(missing, { one: '# more player is needed', other: '# more players are needed' })}`
  const checkedIn = players.filter(({ isCheckedIn }) => isCheckedIn).length
  return msg`${checkedIn} of ${{ players: players.length }} checked in`
}

/** Without a team: make one, or join one by its code. */
export function FindTeam({ cup }: { cup: Cup }) {
  const most = cup.size + cupLimits.substitutes
  return (
    <>
      <p className="text-ink-soft">
        <Trans>
          Teams play {{ size: cup.size }} a side. A team has up to {most} players: two are substitutes.
        </Trans>
      </p>
      <div className="grid gap-6 sm:grid-cols-2">
        <MakeTeam id={cup.id} />
        <JoinTeam id={cup.id} />
      </div>
    </>
  )
}

function Choice({ title, children }: { title: string; children: ReactNode }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="grid min-w-0 content-start gap-3">
      <h3 id={headingId} className="font-bold text-lg">
        {title}
      </h3>
      {children}
    </section>
  )
}

function MakeTeam({ id }: { id: number }) {
  const { t } = useLingui()
  const form = useSchemaForm(NewTeam, { name: '' })
  const action = useCupAction(id)
  return (
    <Choice title={t`Make a team`}>
      <form
        noValidate
        onSubmit={form.submit(action, ({ name }, { onError }) =>
          action.mutate({ makeTeam: name }, { onError }),
        )}
        className="grid content-start gap-3"
      >
        <TextField
          label={t`Name of the team`}
          hint={t`You get a code. Players who enter it join your team.`}
          maxLength={cupLimits.teamName.max}
          autoComplete="off"
          {...form.field('name')}
        />
        <SubmitButton busy={action.isPending}>
          <Trans>Make a team</Trans>
        </SubmitButton>
      </form>
    </Choice>
  )
}

function JoinTeam({ id }: { id: number }) {
  const { t } = useLingui()
  const form = useSchemaForm(TeamCode, { code: '' })
  const action = useCupAction(id)
  return (
    <Choice title={t`Join a team`}>
      <form
        noValidate
        onSubmit={form.submit(action, ({ code }, { onError }) =>
          action.mutate({ joinTeam: code }, { onError }),
        )}
        className="grid content-start gap-3"
      >
        <TextField
          label={t`Code`}
          hint={t`Your captain has it: 8 letters and digits.`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono uppercase tracking-widest"
          {...form.field('code')}
        />
        <SubmitButton busy={action.isPending}>
          <Trans>Join the team</Trans>
        </SubmitButton>
      </form>
    </Choice>
  )
}

interface MyTeamProps {
  readonly cup: Cup
  readonly team: MyTeamOfCup
  /** Whether teams may still be left. */
  readonly isOpen: boolean
  /** Whether the players of this one can no longer change. */
  readonly stands: boolean
}

/** The team of the viewer: who is in it, who is checked in, and what its captain does. */
export function MyTeam({ cup, team, isOpen, stands }: MyTeamProps) {
  const { t } = useLingui()
  const say = useSay()
  const viewer = useViewer()
  const { mutate, isPending } = useCupAction(cup.id)
  const { hasCheckIn } = formatOf(cup)
  const most = cup.size + cupLimits.substitutes
  const canChange = team.isCaptain && isOpen && !stands
  const others = team.players.length - 1
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <b className="wrap-anywhere text-lg">
          <bdi>{team.name}</bdi>
        </b>
        {isOpen && <span className="text-ink-faint text-sm">{say(teamState(team, cup.size))}</span>}
      </p>
      <ul className="grid overflow-hidden rounded-md border border-line">
        {team.players.map(({ userId, username, isCheckedIn }, index) => (
          <li
            key={userId}
            className="flex min-h-11 items-center gap-2 border-line border-b px-3 py-1 last:border-0"
          >
            <span className="wrap-anywhere min-w-0">
              <PlayerLink user={{ id: userId, username }} />
            </span>
            {index === 0 && (
              <span className="inline-flex shrink-0 items-center gap-1 text-ink-faint text-sm">
                <Crown aria-hidden className="size-4" />
                <Trans>captain</Trans>
              </span>
            )}
            <span className="ms-auto flex shrink-0 items-center gap-2 text-sm">
              {isCheckedIn ? (
                <span className="inline-flex items-center gap-1 text-good">
                  <Check aria-hidden className="size-4" />
                  <Trans context="a player">checked in</Trans>
                </span>
              ) : (
                (!hasCheckIn || cup.phase === 'check_in') && (
                  <span className="text-ink-faint">
                    {hasCheckIn ? t`not checked in` : t`player not linked`}
                  </span>
                )
              )}
              {canChange && userId !== viewer?.id && (
                <Confirm
                  title={
                    <Trans>
                      Remove <bdi>{username}</bdi>?
                    </Trans>
                  }
                  description={t`The team gets another code, so that they cannot come back with the old one.`}
                  confirmLabel={t`Remove`}
                  onConfirm={() => mutate({ removePlayer: userId })}
                  trigger={
                    <Button look="quiet" size="icon" variant="red" disabled={isPending}>
                      <UserMinus aria-hidden className="size-4" />
                      <span className="sr-only">
                        <Trans>Remove {username}</Trans>
                      </span>
                    </Button>
                  }
                />
              )}
            </span>
          </li>
        ))}
      </ul>
      {isOpen && stands ? (
        <p className="text-ink-soft text-sm">
          {hasCheckIn
            ? t`Your team is checked in. Its players cannot change unless one of them undoes the check-in.`
            : t`The players of your team can no longer change.`}
        </p>
      ) : (
        isOpen && team.code !== null && <Code code={team.code} isFull={team.players.length >= most} />
      )}
      {isOpen && (
        <div className="flex flex-wrap gap-3">
          <Confirm
            title={t`Leave the team?`}
            description={
              !hasCheckIn && stands
                ? t`You are then out of this cup. You cannot come back to this team.`
                : t`You are then out of this cup. You need the code to come back.`
            }
            confirmLabel={t`Leave`}
            onConfirm={() => mutate('leave')}
            trigger={
              <Button look="quiet" variant="red" disabled={isPending}>
                <Trans>Leave the team</Trans>
              </Button>
            }
          />
          {canChange && (
            <Confirm
              title={t`Disband the team?`}
              description={
                <Plural
                  value={others}
                  _0="Nobody else is in it."
                  one="# other player loses the team and is notified."
                  other="# other players lose the team and are notified."
                />
              }
              confirmLabel={t`Disband`}
              onConfirm={() => mutate('disband')}
              trigger={
                <Button look="quiet" variant="red" disabled={isPending}>
                  <Trans>Disband</Trans>
                </Button>
              }
            />
          )}
        </div>
      )}
    </div>
  )
}

function Code({ code, isFull }: { code: string; isFull: boolean }) {
  const { t } = useLingui()
  if (isFull)
    return (
      <p className="text-ink-soft text-sm">
        <Trans>Your team is full.</Trans>
      </p>
    )
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line-strong border-dashed px-3 py-2">
      <dl className="min-w-0">
        <dt className="text-ink-faint text-sm">
          <Trans>Code: players who enter it on this page join</Trans>
        </dt>
        <dd className="select-all font-bold font-mono text-2xl tracking-widest">{code}</dd>
      </dl>
      <CopyButton value={code} what={t`code of the team`} />
    </div>
  )
}
