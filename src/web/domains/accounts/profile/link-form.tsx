import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import { CardText } from '../../../ui/card.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { LinkFormSchema } from './link-form-schema.ts'
import { linkFailure, useLink } from './use-link.tsx'

export function LinkForm() {
  const link = useLink()
  const form = useForm({ resolver: zodResolver(LinkFormSchema) })
  const { setFocus, setError } = form
  const { hash } = useLocation()
  useEffect(() => {
    // Somebody followed "Claim it" here.
    if (hash === '#link') setFocus('code')
  }, [hash, setFocus])
  const submit = form.handleSubmit(({ code }) => {
    if (link.isPending) return
    link.mutate(code, {
      onError: (error) =>
        setError('code', { type: 'server', message: linkFailure(error) }, { shouldFocus: true }),
    })
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <CardText>
        Type <code className="font-bold text-ink">/link</code> in game and enter the code here within 10
        minutes. Your matches, figures and gamertag then stand on this account.
      </CardText>
      <TextField
        label="Link code"
        hint="8 letters and digits"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        className="uppercase tracking-widest"
        error={form.formState.errors.code?.message}
        {...form.register('code')}
      />
      <SubmitButton busy={link.isPending} className="justify-self-stretch sm:justify-self-start">
        Link Account
      </SubmitButton>
    </form>
  )
}
