import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import type { Message, Text } from '../../../../contract/languages.ts'
import { textLimits } from '../../../../contract/limits.ts'
import { contactEndpoints } from '../../../../contract/reports/contact-endpoints.ts'
import { NewContactMessage } from '../../../../contract/reports/contact-schemas.ts'
import { codePoints, isEmail } from '../../../../contract/text.ts'
import { notBlank } from '../../../../contract/text-schemas.ts'
import { api } from '../../../platform/api.ts'
import { ApiError, refusedFields } from '../../../platform/api-error.ts'
import { useFormDraft } from '../../../platform/forms/use-form-draft.ts'
import { useSchemaForm } from '../../../platform/forms/use-schema-form.ts'
import { useDraftOwner } from '../../../platform/forms/use-stored-draft.ts'
import { useSite } from '../../../platform/site.tsx'
import { toast } from '../../../platform/toasts.ts'
import { useLocale, useSay } from '../../../platform/translation.tsx'
import { useViewer } from '../../../platform/viewer.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { DraftNote } from '../../../ui/form/draft-note.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Textarea } from '../../../ui/form/textarea.tsx'
import { formatCount } from '../../../ui/format-count.ts'

/** The count appears when this part of the room is used up. */
const nearly = 0.8

const emptyField = msg`Please fill out this field.`
const badEmail = msg`Please enter a valid email address.`
const fields = NewContactMessage.shape

function contactFormSchema(say: (text: Message) => string) {
  const line = z.string().check(z.trim(), z.minLength(1, say(emptyField)))
  return z.object({
    name: z.pipe(line, fields.name),
    email: z.pipe(line, z.string().check(z.refine(isEmail, { error: say(badEmail) }))),
    subject: z.pipe(line, fields.subject),
    message: z.pipe(z.string().check(notBlank(say(emptyField))), fields.message),
    website: z.optional(z.string()),
  })
}

/** Why the message was not sent. `atFields` when fields say it too, and it is over once they are mended. */
interface Problem {
  readonly title: Text
  readonly sentence: Text
  readonly atFields: boolean
}

function fieldProblem(messages: Readonly<Record<string, string | undefined>>, empty: string): Problem {
  const all = Object.values(messages)
  if (all.includes(empty))
    return { title: msg`Form Incomplete`, sentence: msg`Please fill out all fields.`, atFields: true }
  if (messages.email !== undefined)
    return { title: msg`Invalid Email`, sentence: messages.email, atFields: true }
  return { title: msg`Message Not Sent`, sentence: all[0] ?? '', atFields: true }
}

/** In the words of the specification or the server's own. */
function sendProblem(error: unknown): Problem {
  if (!(error instanceof ApiError))
    return {
      title: msg`Connection Error`,
      sentence: msg`We couldn't connect to our servers. Please check your internet connection and try again.`,
      atFields: false,
    }
  return {
    title: msg`Message Not Sent`,
    sentence:
      error.errorBody?.message || msg`An error occurred while sending your message. Please try again.`,
    atFields: Object.keys(refusedFields(error)).some((name) => Object.hasOwn(fields, name)),
  }
}

/** Where the answer of the team will be read. */
function AnswerPlace() {
  const { t } = useLingui()
  const { sendsMail } = useSite()
  if (useViewer() === null) return t`We answer to the email address that you give here.`
  const link = 'text-ink underline underline-offset-4 hover:text-ember-bright'
  return sendsMail ? (
    <Trans>
      You can read our answer among the notices on{' '}
      <Link to="/profile" className={link}>
        your profile
      </Link>
      , and we send it to this email address.
    </Trans>
  ) : (
    <Trans>
      You can read our answer among the notices on{' '}
      <Link to="/profile" className={link}>
        your profile
      </Link>
      .
    </Trans>
  )
}

/** Each member begins with a new form: what another one typed on this page goes. */
export function ContactForm() {
  return <OwnContactForm key={useDraftOwner()} />
}

function OwnContactForm() {
  const { t } = useLingui()
  const say = useSay()
  const locale = useLocale()
  const viewer = useViewer()
  const saved = { name: viewer?.username ?? '', email: viewer?.email ?? '', subject: '', message: '' }
  // Each input has its own default value, so that the server's HTML shows it and early typing is kept.
  const [schema] = useState(() => contactFormSchema(say))
  const form = useSchemaForm(schema)
  const draft = useFormDraft(form, 'contact', saved)
  const [problem, setProblem] = useState<Problem>()
  // Its own success handler also runs when the page was left before the response.
  const send = useMutation({
    mutationFn: (body: NewContactMessage) => api(contactEndpoints.send, { body }),
    onSuccess() {
      form.reset({ ...saved, website: '' })
      draft.remove()
      toast({
        title: t`Message Received`,
        description: t`Thank you for contacting us. We'll get back to you as soon as possible.`,
      })
    },
  })

  function complain(found: Problem) {
    setProblem(found)
    toast({ title: found.title, description: found.sentence, variant: 'destructive' })
  }

  const submit = form.submit(
    send,
    ({ website, ...message }, { onError }) => {
      setProblem(undefined)
      send.mutate(website ? { ...message, website } : message, {
        onError(error) {
          complain(sendProblem(error))
          onError(error)
        },
      })
    },
    (messages) => complain(fieldProblem(messages, say(emptyField))),
  )

  const field = (name: keyof typeof saved) => ({
    ...form.field(name),
    defaultValue: saved[name],
    // What is on its way stays as it was sent.
    readOnly: send.isPending,
    required: true,
  })
  const most = textLimits.contactMessage
  const length = codePoints(form.watch('message') ?? '')
  const isOpen = problem !== undefined && (!problem.atFields || Object.keys(form.formState.errors).length > 0)
  return (
    <Card tone="ember">
      {/* A POST, so that not even a browser without scripts could put a message into an address. */}
      <form method="post" noValidate onSubmit={submit} className="relative grid gap-5">
        <CardTitle className="text-3xl">
          <Trans>Send a Message</Trans>
        </CardTitle>
        <DraftNote
          restored={draft.restored}
          onDiscard={() => {
            draft.discard()
            setProblem(undefined)
          }}
        />
        <div className="grid gap-5 sm:grid-cols-2 sm:items-start">
          <TextField label={t`Name`} autoComplete="name" {...field('name')} />
          <TextField label={t`Email`} type="email" autoComplete="email" {...field('email')} />
        </div>
        <TextField label={t`Subject`} autoComplete="off" {...field('subject')} />
        <Textarea
          label={t`Message`}
          rows={10}
          hint={
            length >= most * nearly && (
              <span className={length > most ? 'font-bold text-bad tabular-nums' : 'tabular-nums'}>
                <Trans>
                  {{ length: formatCount(length, locale) }} of {{ most: formatCount(most, locale) }}{' '}
                  characters
                </Trans>
              </span>
            )
          }
          {...field('message')}
        />
        <p className="text-ink-soft text-sm">
          <AnswerPlace />
        </p>
        {/* Nobody sees, hears or reaches it: what fills it in is a machine. Those look for undisplayed fields. */}
        <div aria-hidden="true" className="absolute -start-[9999px] size-px overflow-hidden">
          <label>
            <Trans>Website</Trans>
            <input type="text" tabIndex={-1} autoComplete="off" {...form.register('website')} />
          </label>
        </div>
        {isOpen && <Alert title={say(problem.title)}>{say(problem.sentence)}</Alert>}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <SubmitButton busy={send.isPending} size="lg" className="max-sm:w-full">
            {send.isPending ? t`SENDING...` : t`SEND MESSAGE`}
          </SubmitButton>
          <p role="status" className="text-ink-soft text-sm empty:hidden">
            {send.data !== undefined && t`Message ${{ id: send.data.id }} is with the team.`}
          </p>
        </div>
      </form>
      <noscript>
        <p className="mt-4 text-ink-soft text-sm">
          <Trans>Sending a message needs JavaScript.</Trans>
        </p>
      </noscript>
    </Card>
  )
}
