import { KeyRound, ShieldCheck, ShieldOff } from 'lucide-react'
import type { SecondFactorState } from '../../../../contract/accounts/second-factor-schemas.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CardText } from '../../../ui/card.tsx'
import { Time } from '../../../ui/time.tsx'

interface SecondFactorStandingProps {
  readonly factor: SecondFactorState
  readonly onTask: (task: 'set-up' | 'codes' | 'remove') => void
}

const fewCodes = 3

export function SecondFactorStanding({ factor, onTask }: SecondFactorStandingProps) {
  const { since, recoveryCodesLeft, isRequired } = factor
  if (since === null) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-4">
        <CardText className="min-w-0 flex-1 basis-64">
          You sign in with your password and a code from an app on your phone. Even somebody who knows your
          password cannot get in.
        </CardText>
        <Button aria-haspopup="dialog" onClick={() => onTask('set-up')}>
          <ShieldCheck aria-hidden className="size-4" />
          Set up
        </Button>
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      <div className="grid gap-1.5">
        <p className="flex flex-wrap items-center gap-3 text-sm">
          <Badge tone="good">On</Badge>
          <span className="text-ink-soft">
            since <Time iso={since} />
          </span>
        </p>
        <CardText>
          {recoveryCodesLeft === 1 ? 'One recovery code is' : `${recoveryCodesLeft} recovery codes are`} left.
        </CardText>
      </div>
      {recoveryCodesLeft < fewCodes && <Alert tone="info">Make new ones before you use the last one.</Alert>}
      {isRequired && (
        <CardText>Your rank needs it: you cannot use the staff pages without a second factor.</CardText>
      )}
      <div className="flex flex-wrap gap-3">
        <Button look="quiet" aria-haspopup="dialog" onClick={() => onTask('codes')}>
          <KeyRound aria-hidden className="size-4" />
          New recovery codes
        </Button>
        <Button look="quiet" variant="red" aria-haspopup="dialog" onClick={() => onTask('remove')}>
          <ShieldOff aria-hidden className="size-4" />
          Remove
        </Button>
      </div>
    </div>
  )
}
