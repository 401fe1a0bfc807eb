import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CardText } from '../../../ui/card.tsx'
import { CodeForm, type CodeKind } from './code-form.tsx'

interface CodeStepProps {
  readonly username: string
  readonly busy: boolean
  readonly onCode: (code: string) => void
  readonly onBack: () => void
}

/** The second step of signing in, for accounts with a second factor. */
export function CodeStep({ username, busy, onCode, onBack }: CodeStepProps) {
  const [kind, setKind] = useState<CodeKind>('authenticator')
  const other = kind === 'authenticator' ? 'recovery' : 'authenticator'
  return (
    <div className="grid gap-5">
      <CardText>
        One more step, <bdi className="font-bold text-ink">{username}</bdi>: your account has a second factor.
      </CardText>
      <CodeForm key={kind} kind={kind} busy={busy} onCode={onCode} />
      <div className="flex flex-wrap justify-between gap-3">
        <Button look="quiet" size="sm" onClick={onBack}>
          Back
        </Button>
        <Button look="quiet" size="sm" onClick={() => setKind(other)}>
          {other === 'recovery' ? 'Use a recovery code' : 'Use your authenticator'}
        </Button>
      </div>
    </div>
  )
}
