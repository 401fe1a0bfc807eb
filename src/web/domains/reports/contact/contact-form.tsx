import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { textLimits } from '../../../../contract/limits.ts'
import { codePoints } from '../../../../contract/text.ts'
import { useDraftOwner } from '../../../platform/use-stored-draft.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { DraftNote } from '../../../ui/draft-note.tsx'
import { formatCount } from '../../../ui/format-count.ts'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import type { FieldName } from './draft.ts'
import { useContactForm } from './use-contact-form.ts'

/** The count appears when this part of the room is used up. */
const nearly = 0.8

interface MessageFieldProps extends Omit<ComponentProps<typeof Textarea>, 'label' | 'hint' | 'onInput'> {
  /** Code points. */
  readonly most: number
  readonly onInput: () => void
}

function MessageField({ most, onInput, ...textarea }: MessageFieldProps) {
  const ref = useRef<HTMLTextAreaElement>(null)
  const [length, setLength] = useState(0)
  useEffect(() => {
    const textarea = ref.current
    // What was typed, or kept by the browser, before the page came alive counts as well.
    setLength(codePoints(textarea?.value ?? ''))
    // The event comes before the fields are empty.
    const emptied = () => setLength(0)
    textarea?.form?.addEventListener('reset', emptied)
    return () => textarea?.form?.removeEventListener('reset', emptied)
  }, [])
  return (
    <Textarea
      ref={ref}
      label="Message"
      rows={10}
      hint={
        length >= most * nearly && (
          <span className={length > most ? 'font-bold text-bad tabular-nums' : 'tabular-nums'}>
            {formatCount(length)} of {formatCount(most)} characters
          </span>
        )
      }
      onInput={(event) => {
        setLength(codePoints(event.currentTarget.value))
        onInput()
      }}
      {...textarea}
    />
  )
}

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
        <p className="mt-4 text-ink-soft text-sm">Sending a message needs JavaScript.</p>
      </noscript>
    </Card>
  )
}

/**
 * A field that nobody sees, hears or reaches by keyboard: what fills it in is a machine. Off the screen rather than
 * undisplayed, because machines look for that.
 */
function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute -left-[9999px] size-px overflow-hidden">
      <label>
        Website
        <input name="website" type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
