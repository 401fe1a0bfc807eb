import { useRef } from 'react'
import { textLimits } from '../../../../contract/limits.ts'
import { useDraftOwner } from '../../../platform/use-stored-draft.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { DraftNote } from '../../../ui/draft-note.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { FieldName } from './draft.ts'
import { Honeypot } from './honeypot.tsx'
import { MessageField } from './message-field.tsx'
import { useContactForm } from './use-contact-form.ts'

/** Each member begins with a new form: what another one typed on this page goes. */
export function ContactForm() {
  return <OwnContactForm key={useDraftOwner()} />
}

function OwnContactForm() {
  const viewer = useViewer()
  const form = useRef<HTMLFormElement>(null)
  const { problem, mend, typed, restored, discard, submit, sending, sent } = useContactForm(form)
  const field = (name: FieldName) => ({
    name,
    error: problem?.fields[name],
    onInput: () => mend(name),
    // What is on its way stays as it was sent.
    readOnly: sending,
    required: true,
  })
  return (
    <Card tone="ember">
      {/* A POST, so that not even a browser without scripts could put a message into an address. */}
      <form
        ref={form}
        method="post"
        noValidate
        onSubmit={submit}
        onInput={typed}
        className="relative grid gap-5"
      >
        <CardTitle className="text-3xl">Send a Message</CardTitle>
        <DraftNote restored={restored} onDiscard={discard} />
        <div className="grid gap-5 sm:grid-cols-2 sm:items-start">
          <TextField label="Name" autoComplete="name" defaultValue={viewer?.username} {...field('name')} />
          <TextField
            label="Email"
            type="email"
            autoComplete="email"
            defaultValue={viewer?.email ?? undefined}
            {...field('email')}
          />
        </div>
        <TextField label="Subject" autoComplete="off" {...field('subject')} />
        <MessageField most={textLimits.contactMessage} {...field('message')} />
        <Honeypot />
        {problem !== null && <Alert title={problem.title}>{problem.sentence}</Alert>}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <SubmitButton busy={sending} size="lg" className="max-sm:w-full">
            {sending ? 'SENDING...' : 'SEND MESSAGE'}
          </SubmitButton>
          <p role="status" className="text-ink-soft text-sm empty:hidden">
            {sent !== undefined && `Message ${sent} is with the team.`}
          </p>
        </div>
      </form>
      <noscript>
        <p className="mt-4 text-ink-soft text-sm">Writing from this page needs JavaScript.</p>
      </noscript>
    </Card>
  )
}
