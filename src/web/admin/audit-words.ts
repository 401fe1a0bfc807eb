import { msg } from '@lingui/core/macro'
import {
  auditAccountFields,
  auditActions,
  auditActors,
  auditFields,
  auditModeFields,
  auditSubjects,
  auditValueLabels,
  serverActor,
} from '../../contract/admin/audit.ts'
import type { Message, Text } from '../../contract/languages.ts'
import { caseKey, type LinkedThing, linkTo, staffRowLinks } from '../../contract/links.ts'
import { ownValue } from '../../contract/own-value.ts'

type Words = Readonly<Record<string, Text>>

/** For actions that this release does not know. */
const unknownAction = msg({ message: '{who}: {action} <0>{subject}</0>' })

/** An action as a sentence of `who`, `action`, `number` and `subject`. */
export const auditSentence = (action: string): Message =>
  ownValue<Message>(auditActions, action) ?? unknownAction

/** Who acted without an account. */
export function actorWords(name: string): Text {
  const [, server] = serverActor.exec(name) ?? []
  return server === undefined ? (ownValue(auditActors, name) ?? name) : msg`game server ${server}`
}

export const subjectWords = (type: string): Text => ownValue(auditSubjects, type) ?? type

export const fieldWords = (field: string): Text => ownValue(auditFields, field) ?? field

const isOneOf = (fields: readonly string[], field: string) => fields.includes(field)

/** A value as staff call it: `in_review` as "In review". What people wrote stays as it is. */
export function valueWords(
  field: string,
  value: unknown,
  modeName: (mode: string) => string,
  say: (text: Text) => string,
): unknown {
  if (value === true) return say(msg`Yes`)
  if (value === false) return say(msg`No`)
  if (Array.isArray(value)) return value.map((one) => valueWords(field, one, modeName, say)).join(', ')
  if (typeof value === 'number' && isOneOf(auditAccountFields, field)) return say(msg`account ${value}`)
  // The picture of a news item.
  if (value !== null && typeof value === 'object' && 'alt' in value) return value.alt || say(msg`A picture`)
  if (typeof value !== 'string') return value
  if (isOneOf(auditModeFields, field)) return modeName(value)
  const labels: Readonly<Record<string, Words>> = auditValueLabels
  const label = Object.hasOwn(labels, field) ? ownValue(labels[field]!, value) : undefined
  return label === undefined ? value : say(label)
}

const rowOf = (page: string, thing: LinkedThing) => (id: number) => linkTo(page, thing, id)

const pages: Readonly<Record<string, (id: number) => string>> = {
  member: (id) => `/player/${id}`,
  player: (id) => `/player/${id}`,
  report: staffRowLinks.report,
  application: staffRowLinks.application,
  message: staffRowLinks.message,
  practice: rowOf('/admin/practice', 'practice'),
  mode: rowOf('/admin/practice', 'mode'),
  event: rowOf('/admin/events', 'event'),
  cup: rowOf('/admin/events', 'event'),
  template: rowOf('/admin/events', 'template'),
  news: rowOf('/admin/news', 'news'),
  season: rowOf('/admin/seasons', 'season'),
  discord: () => '/admin/discord',
  webhook: () => '/admin/webhooks',
  ruling: rowOf('/admin/rulings', 'ruling'),
  appeal: staffRowLinks.appeal,
  post: (id) => staffRowLinks.case(caseKey('post', id)),
  comment: (id) => staffRowLinks.case(caseKey('comment', id)),
  pattern: (id) => staffRowLinks.case(caseKey('pattern', id)),
  key: () => '/admin',
}

/** URL of the subject: its own page, or the list that contains it. */
export const subjectPath = (type: string, id: number | null) =>
  id === null ? null : (ownValue(pages, type)?.(id) ?? null)
