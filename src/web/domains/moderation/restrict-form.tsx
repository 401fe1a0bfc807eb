import { type SyntheticEvent, useRef, useState } from 'react'
import { restrictionDays } from '../../../contract/moderation/moderation.ts'
import { type ActiveRestriction, NewRestriction } from '../../../contract/moderation/moderation-schemas.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogActions, DialogClose } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { Time } from '../../ui/time.tsx'
import { type RestrictTarget, useRestrict } from './use-restrict.ts'

const nameOf = (days: number | null) => (days === null ? 'For good' : days === 1 ? '1 day' : `${days} days`)

/** A select speaks in text; `null` stands for good. */
const options = restrictionDays.map((days) => ({ value: String(days), label: nameOf(days) }))

interface RestrictFormProps {
  readonly target: RestrictTarget
  readonly restriction: ActiveRestriction | null
  readonly onDone: () => void
}

export function RestrictForm({ target, restriction, onDone }: RestrictFormProps) {
  const { restrict, lift } = useRestrict(target)
  const [days, setDays] = useState('3')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const busy = restrict.isPending || lift.isPending

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (busy) return
    const wanted = { reason, days: days === 'null' ? null : Number(days) }
    const problem = NewRestriction.safeParse(wanted).error?.issues[0]?.message
    setError(problem)
    if (problem === undefined) restrict.mutate(wanted, { onSuccess: onDone })
    else field.current?.focus()
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      {restriction !== null && (
        <Holding
          restriction={restriction}
          busy={busy}
          onLift={() => lift.mutate(undefined, { onSuccess: onDone })}
        />
      )}
      <Select label="How long" options={options} value={days} onValueChange={setDays} />
      <Textarea
        ref={field}
        label="Reason"
        hint="The member reads it"
        required
        value={reason}
        error={error}
        onChange={(event) => setReason(event.target.value)}
      />
      <DialogActions>
        <DialogClose>
          <Button look="quiet">Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="red" aria-disabled={busy || undefined}>
          {restrict.isPending ? 'Saving...' : restriction === null ? 'Restrict' : 'Replace'}
        </Button>
      </DialogActions>
    </form>
  )
}

interface HoldingProps {
  readonly restriction: ActiveRestriction
  readonly busy: boolean
  readonly onLift: () => void
}

/** The restriction that is there already; a new one takes its place. */
function Holding({ restriction: { reason, until }, busy, onLift }: HoldingProps) {
  return (
    <Alert
      tone="info"
      title={
        <>
          Restricted{' '}
          {until === null ? (
            'for good'
          ) : (
            <>
              until <Time iso={until} />
            </>
          )}
        </>
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
        Lift the restriction
      </Button>
    </Alert>
  )
}
