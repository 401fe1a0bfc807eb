import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { SecondFactorConfirm } from '../../../../contract/accounts/second-factor-schemas.ts'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'

const fields = {
  authenticator: {
    label: 'Code',
    hint: 'Six digits from your authenticator app',
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of the codes you saved. Each works once.',
    autoComplete: 'off',
    inputMode: 'text',
  },
} as const

export type CodeKind = keyof typeof fields

interface CodeFormProps {
  readonly kind: CodeKind
  readonly busy: boolean
  readonly onCode: (code: string) => void
}

/** One code, of one of the two kinds; a form of its own for each, so that nothing typed for the other stays. */
export function CodeForm({ kind, busy, onCode }: CodeFormProps) {
  const form = useForm({ resolver: zodResolver(SecondFactorConfirm) })
  const { setFocus } = form
  // What had the focus left as this one came.
  useEffect(() => setFocus('code'), [setFocus])
  const submit = form.handleSubmit(({ code }) => {
    if (!busy) onCode(code)
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        {...fields[kind]}
        autoCapitalize="none"
        spellCheck={false}
        className="tracking-widest"
        error={form.formState.errors.code?.message}
        {...form.register('code')}
      />
      <SubmitButton busy={busy} size="lg" className="w-full">
        Login
      </SubmitButton>
    </form>
  )
}
