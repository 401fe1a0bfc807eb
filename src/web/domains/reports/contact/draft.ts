import { NewContactMessage } from '../../../../contract/reports/contact-schemas.ts'
import { isEmail } from '../../../../contract/text.ts'

export const fieldNames = ['name', 'email', 'subject', 'message'] as const
export type FieldName = (typeof fieldNames)[number]

/** The fields of the form; `website` only when the field that people do not see was filled in. */
export type Draft = Record<FieldName, string> & { readonly website?: string }

/** Why a draft was not sent, and which fields are to blame. */
export interface Problem {
  readonly title: string
  readonly sentence: string
  readonly fields: Readonly<Partial<Record<FieldName, string>>>
}

/** The values of the inputs, also those typed before hydration. */
export function readDraft(form: HTMLFormElement): Draft {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '')
  const website = text('website')
  return {
    name: text('name').trim(),
    email: text('email').trim(),
    subject: text('subject').trim(),
    message: text('message'),
    ...(website !== '' && { website }),
  }
}

/** Null when the server would take it. */
export function problemOf(draft: Draft): Problem | null {
  const empty = fieldNames.filter((name) => draft[name].trim() === '')
  if (empty.length > 0) {
    const fields = Object.fromEntries(empty.map((name) => [name, 'Please fill out this field.']))
    return { title: 'Form Incomplete', sentence: 'Please fill out all fields.', fields }
  }
  if (!isEmail(draft.email)) {
    const sentence = 'Please enter a valid email address.'
    return { title: 'Invalid Email', sentence, fields: { email: sentence } }
  }
  const issues = NewContactMessage.safeParse(draft).error?.issues ?? []
  if (issues.length === 0) return null
  const fields = Object.fromEntries(issues.map(({ path, message }) => [path[0], message]))
  return { title: 'Message Not Sent', sentence: issues[0]?.message ?? '', fields }
}
