import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { recoveryEndpoints } from '../../../../contract/accounts/recovery-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useSite } from '../../../platform/site.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CardText } from '../../../ui/card.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { RequestFormSchema } from './recovery-schemas.ts'

/** The way by mail. What is answered is the same for every name. */
export function RequestForm() {
  const { sendsMail } = useSite()
  const ask = useMutation({
    mutationFn: (name: string) => api(recoveryEndpoints.request, { body: { name } }),
  })
  const form = useForm({ resolver: zodResolver(RequestFormSchema) })
  if (!sendsMail) {
    return (
      <CardText>
        Mail is not set up on this site yet, so there is no link to send. Take the other way, with a code.
      </CardText>
    )
  }
  if (ask.isSuccess) return <OnItsWay message={ask.data.message} onAgain={ask.reset} />
  const submit = form.handleSubmit(({ name }) => {
    if (!ask.isPending) ask.mutate(name)
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {ask.isError && <Alert title="No mail was sent">{errorMessage(ask.error, 'Please try again.')}</Alert>}
      <CardText>We mail you a link, if your account has a confirmed address.</CardText>
      <TextField
        label="Username or e-mail"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
      <SubmitButton busy={ask.isPending} size="lg" className="w-full">
        Send the Link
      </SubmitButton>
    </form>
  )
}

function OnItsWay({ message, onAgain }: { message: string; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid gap-4">
      <h2 ref={heading} tabIndex={-1} className="font-display text-2xl leading-none">
        Look into your mail
      </h2>
      <p role="status" className="text-sm leading-relaxed">
        {message}
      </p>
      <CardText>
        The link works once, for 30 minutes. Nothing there? Look into the spam folder, or take the way with a
        code.
      </CardText>
      <Button look="quiet" onClick={onAgain}>
        Use Another Name
      </Button>
    </div>
  )
}
