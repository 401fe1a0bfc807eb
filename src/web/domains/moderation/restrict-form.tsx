import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { restrictionDays } from '../../../contract/moderation/moderation.ts'
import { type ActiveRestriction, PostRemoval } from '../../../contract/moderation/moderation-schemas.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ReasonForm } from '../../ui/form/reason-form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Time } from '../../ui/time.tsx'
import { type RestrictTarget, useRestrict } from './use-restrict.ts'

const durationLabel = (days: number | null) =>
  days === null ? msg`For good` : msg`${plural(days, { one: '# day', other: '# days' })}`

/** `Select` values are strings; 'null' is a permanent restriction. */
const options = restrictionDays.map((days) => ({ value: String(days), label: durationLabel(days) }))

interface RestrictFormProps {
  readonly target: RestrictTarget
  readonly restriction: ActiveRestriction | null
  readonly caseId?: number
  readonly takenBy?: string | undefined
  readonly onDone: () => void
}

export function RestrictForm({ target, restriction, caseId, takenBy, onDone }: RestrictFormProps) {
  const { t } = useLingui()
  const { restrict, lift } = useRestrict(target)
  const [days, setDays] = useState('3')
  const busy = restrict.isPending || lift.isPending
  return (
    <ReasonForm
      schema={PostRemoval}
      hint={t`The member reads it`}
      hasTemplates
      takenBy={takenBy}
      submitLabel={restriction === null ? t`Restrict` : t`Replace`}
      busy={busy}
      onSubmit={(reason) =>
        restrict.mutate(
          { reason, days: days === 'null' ? null : Number(days), caseId },
          { onSuccess: onDone },
        )
      }
      before={
        <>
          {restriction !== null && (
            <CurrentRestriction
              restriction={restriction}
              busy={busy || takenBy !== undefined}
              onLift={() => lift.mutate(undefined, { onSuccess: onDone })}
            />
          )}
          <Select label={t`How long`} options={options} value={days} onValueChange={setDays} />
        </>
      }
    />
  )
}

interface CurrentRestrictionProps {
  readonly restriction: ActiveRestriction
  readonly busy: boolean
  readonly onLift: () => void
}

/** The active restriction, which a new one replaces. */
function CurrentRestriction({ restriction: { reason, until }, busy, onLift }: CurrentRestrictionProps) {
  const { t } = useLingui()
  return (
    <Alert
      tone="info"
      title={
        until === null ? (
          t`Restricted for good`
        ) : (
          <Trans>
            Restricted until <Time iso={until} />
          </Trans>
        )
      }
    >
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {reason}
      </p>
      <Button
        look="quiet"
        size="sm"
        className="mt-3"
        aria-disabled={busy || undefined}
        onClick={() => !busy && onLift()}
      >
        <Trans>Lift the restriction</Trans>
      </Button>
    </Alert>
  )
}
