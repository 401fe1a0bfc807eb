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
import type { Text } from '../../contract/languages.ts'

type Words = Readonly<Record<string, Text>>

const wordsIn = (words: Words, key: string) => (Object.hasOwn(words, key) ? words[key] : undefined)

/** An action as the verb of a sentence. One of an earlier release keeps its own name. */
export const auditWords = (action: string): Text => wordsIn(auditActions, action) ?? action

/** Who acted without an account. */
export function actorWords(name: string): Text {
  const [, server] = serverActor.exec(name) ?? []
  return server === undefined ? (wordsIn(auditActors, name) ?? name) : msg`game server ${server}`
}

export const subjectWords = (type: string): Text => wordsIn(auditSubjects, type) ?? type

export const fieldWords = (field: string): Text => wordsIn(auditFields, field) ?? field

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
  const label = Object.hasOwn(labels, field) ? wordsIn(labels[field]!, value) : undefined
  return label === undefined ? value : say(label)
}

const pages: Readonly<Record<string, (id: number) => string>> = {
  member: (id) => `/player/${id}`,
  player: (id) => `/player/${id}`,
  report: () => '/staff-reports',
  application: () => '/admin/applications',
  message: () => '/admin/messages?show=all',
  practice: () => '/admin/practice',
  mode: () => '/admin/practice',
  event: () => '/admin/events',
  cup: () => '/admin/events',
  template: () => '/admin/events',
  news: () => '/admin/news',
  season: () => '/admin/seasons',
  discord: () => '/admin/discord',
  ruling: () => '/admin/rulings',
  appeal: () => '/admin/appeals?show=closed',
  post: () => '/admin/moderation?show=decided',
  comment: () => '/admin/moderation?show=decided',
  pattern: () => '/admin/moderation?show=decided',
  key: () => '/admin',
}

/** URL of the subject: its own page, or the list that contains it. */
export const subjectPath = (type: string, id: number | null) =>
  id !== null && Object.hasOwn(pages, type) ? (pages[type]?.(id) ?? null) : null
