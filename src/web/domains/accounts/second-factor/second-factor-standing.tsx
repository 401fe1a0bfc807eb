import { Plural, Trans } from '@lingui/react/macro'
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
          <Trans>
            You sign in with your password and a code from an app on your phone. Even somebody who knows your
            password cannot get in.
          </Trans>
        </CardText>
        <Button aria-haspopup="dialog" onClick={() => onTask('set-up')}>
          <ShieldCheck aria-hidden className="size-4" />
          <Trans>Set up</Trans>
        </Button>
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      <div className="grid gap-1.5">
        <p className="flex flex-wrap items-center gap-3 text-sm">
          <Badge tone="good">
            <Trans>On</Trans>
          </Badge>
          <span className="text-ink-soft">
            <Trans>
              since <Time iso={since} />
            </Trans>
          </span>
        </p>
        <CardText>
          <Plural
            value={recoveryCodesLeft}
            one="One recovery code is left."
            other="# recovery codes are left."
          />
        </CardText>
      </div>
      {recoveryCodesLeft < fewCodes && (
        <Alert tone="info">
          <Trans>Make new ones before you use the last one.</Trans>
        </Alert>
      )}
      {isRequired && (
        <CardText>
          <Trans>Your rank needs it: you cannot use the staff pages without a second factor.</Trans>
        </CardText>
      )}
      <div className="flex flex-wrap gap-3">
        <Button look="quiet" aria-haspopup="dialog" onClick={() => onTask('codes')}>
          <KeyRound aria-hidden className="size-4" />
          <Trans>New recovery codes</Trans>
        </Button>
        <Button look="quiet" variant="red" aria-haspopup="dialog" onClick={() => onTask('remove')}>
          <ShieldOff aria-hidden className="size-4" />
          <Trans>Remove</Trans>
        </Button>
      </div>
    </div>
  )
}
