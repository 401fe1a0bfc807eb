import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import { punishmentKindLabels } from '../../../../contract/labels.ts'
import type { Message } from '../../../../contract/languages.ts'
import {
  canLift,
  canPunish,
  canReadPunishments,
  hasDuration,
  type PunishmentKind,
  punishmentKinds,
} from '../../../../contract/moderation/punishments.ts'
import { punishmentEndpoints } from '../../../../contract/moderation/punishments-endpoints.ts'
import { type Punishment, PunishmentReason } from '../../../../contract/moderation/punishments-schemas.ts'
import { api } from '../../../platform/api.ts'
import { adminKey } from '../../../platform/keyset-query.ts'
import { serverNow } from '../../../platform/live/server-clock.ts'
import { toast } from '../../../platform/toasts.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ReasonForm } from '../../../ui/form/reason-form.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { ErrorView } from '../../../ui/list/error-view.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { PlayerName } from '../../../ui/player-name.tsx'
import { Time } from '../../../ui/time.tsx'
import { punishmentFailed, useLift } from './use-lift.ts'

interface Target {
  readonly id: number
  readonly username: string
  readonly rank: Rank
}

const stateTexts = {
  active: msg({ message: 'in force', context: 'a punishment' }),
  given: msg({ message: 'given', context: 'a punishment' }),
  ended: msg({ message: 'over', context: 'a punishment' }),
  lifted: msg({ message: 'lifted', context: 'a punishment' }),
} as const

const dayMs = 86_400_000
const durations = [1, 3, 7, 30, 90, 365, null] as const
const durationLabel = (days: number | null) =>
  days === null ? msg`For good` : msg`${plural(days, { one: '# day', other: '# days' })}`

/** What the button does. `days`: null for good. */
function punishWords(kind: PunishmentKind, days: number | null): Message {
  switch (kind) {
    case 'ban':
      return days === null
        ? msg`Ban for good`
        : msg`${plural(days, { one: 'Ban for # day', other: 'Ban for # days' })}`
    case 'mute':
      return days === null
        ? msg`Mute for good`
        : msg`${plural(days, { one: 'Mute for # day', other: 'Mute for # days' })}`
    case 'kick':
      return msg({ message: 'Kick', context: 'verb' })
    case 'warn':
      return msg({ message: 'Warn', context: 'verb' })
  }
}

const keyOf = ({ id }: Pick<Target, 'id'>) => [...adminKey, 'punishments', id]

interface FromCase {
  /** The case that it was opened from. */
  readonly caseId?: number
  /** The colleague who has claimed that case. */
  readonly takenBy?: string | undefined
}

interface PunishmentsDialogProps extends FromCase {
  readonly target: Target
  /** Opens it, in place of a button of that name. */
  readonly trigger?: ReactNode
}

/** For staff: what a player was punished for, and a new punishment, which reaches the game. */
export function PunishmentsDialog({ target, trigger, ...fromCase }: PunishmentsDialogProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  const [open, setOpen] = useState(false)
  if (!canReadPunishments(viewer)) return null
  const kinds = punishmentKinds.filter((kind) => canPunish(viewer, target, { kind, lengthMs: dayMs }))
  return (
    <Dialog
      title={
        <Trans>
          Punishments of <PlayerName name={target.username} />
        </Trans>
      }
      description={t`In game. What you decide here reaches every game server; the player can appeal it.`}
      open={open}
      onOpenChange={setOpen}
      trigger={
        trigger ?? (
          <Button look="quiet" size="sm">
            <Trans>Punishments</Trans>
          </Button>
        )
      }
    >
      <div className="grid gap-6">
        <History target={target} />
        {kinds.length > 0 && <PunishForm target={target} kinds={kinds} {...fromCase} />}
      </div>
    </Dialog>
  )
}

function History({ target }: { target: Target }) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(target),
    queryFn: ({ signal }) => api(punishmentEndpoints.list, { query: { userId: String(target.id) }, signal }),
    staleTime: 0,
  })
  if (data === undefined) {
    if (error === null) return <Skeleton className="h-16" />
    return <ErrorView title={t`The punishments could not be loaded.`} onRetry={() => void refetch()} />
  }
  if (data.length === 0)
    return (
      <p className="text-ink-soft">
        <Trans>Never punished.</Trans>
      </p>
    )
  return (
    <ul className="grid gap-3">
      {data.map((punishment) => (
        <HistoryRow key={punishment.id} punishment={punishment} target={target} />
      ))}
    </ul>
  )
}

function HistoryRow({ punishment, target }: { punishment: Punishment; target: Target }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const [isLifting, setLifting] = useState(false)
  const { id, kind, reason, at, until, state, by, server, confirmed, liftReason } = punishment
  const lift = useLift(id, target.username)
  return (
    <li className="rounded-md border border-line px-3 py-2">
      <p className="font-bold">
        {t(punishmentKindLabels[kind])}, {t(stateTexts[state])}
        {state === 'active' && !confirmed && (
          <span className="text-ink-faint"> {t`(not yet confirmed by the game)`}</span>
        )}
      </p>
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {reason}
      </p>
      <p className="text-ink-soft text-sm">
        {until === null ? (
          <Time iso={at} />
        ) : (
          <Trans>
            <Time iso={at} /> until <Time iso={until} />
          </Trans>
        )}
        {by !== null && (
          <Trans>
            , by <PlayerName name={by} />
          </Trans>
        )}
        {server !== null && <>, {server}</>}
      </p>
      {liftReason !== null && (
        <p dir="auto" className="wrap-anywhere text-ink-soft text-sm">
          <Trans>Lifted: {liftReason}</Trans>
        </p>
      )}
      {(state === 'active' || (state === 'given' && kind === 'warn')) &&
        canLift(viewer, target, { kind, isFromGame: server !== null }) && (
          <Button
            look="quiet"
            size="sm"
            className="mt-2"
            aria-expanded={isLifting}
            onClick={() => setLifting(!isLifting)}
          >
            <Trans>Lift</Trans>
          </Button>
        )}
      {isLifting && (
        <div className="mt-3">
          <ReasonForm
            schema={PunishmentReason}
            hint={t`The player reads it`}
            submitLabel={t`Lift it`}
            busy={lift.isPending}
            onSubmit={(text) => lift.mutate(text, { onSuccess: () => setLifting(false) })}
          />
        </div>
      )}
    </li>
  )
}

interface PunishFormProps extends FromCase {
  readonly target: Target
  readonly kinds: readonly PunishmentKind[]
}

function PunishForm({ target, kinds, caseId, takenBy }: PunishFormProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  const client = useQueryClient()
  const [kind, setKind] = useState<PunishmentKind>('warn')
  const [length, setLength] = useState('3')
  const allowed = durations.filter((days) =>
    canPunish(viewer, target, { kind, lengthMs: days && days * dayMs }),
  )
  const give = useMutation({
    mutationFn: (reason: string) =>
      api(punishmentEndpoints.create, {
        body: {
          userId: target.id,
          kind,
          reason,
          until:
            !hasDuration(kind) || length === 'null'
              ? null
              : new Date(serverNow() + Number(length) * dayMs).toISOString(),
          ...(caseId !== undefined && { caseId }),
        },
      }),
    onSuccess: () => toast({ title: t`Punished`, description: t`Every game server is notified.` }),
    onError: punishmentFailed,
    onSettled: () => client.invalidateQueries({ queryKey: adminKey }),
  })
  return (
    <ReasonForm
      // An empty form after each punishment.
      key={give.submittedAt}
      schema={PunishmentReason}
      hint={t`The player reads it`}
      hasTemplates
      takenBy={takenBy}
      submitLabel={t(punishWords(kind, length === 'null' ? null : Number(length)))}
      busy={give.isPending}
      onSubmit={(reason) => give.mutate(reason)}
      before={
        <>
          <Select
            label={t`New punishment`}
            options={kinds.map((value) => ({ value, label: punishmentKindLabels[value] }))}
            value={kind}
            onValueChange={(value) => setKind(kinds.find((one) => one === value) ?? 'warn')}
          />
          {hasDuration(kind) && (
            <Select
              label={t`How long`}
              options={allowed.map((days) => ({ value: String(days), label: durationLabel(days) }))}
              value={length}
              onValueChange={setLength}
            />
          )}
        </>
      }
    />
  )
}
