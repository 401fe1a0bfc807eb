import { msg } from '@lingui/core/macro'
import type { Message } from '../languages.ts'

/** Where a staff rank may hold its power, in the order of the staff area. */
export const areaLabels = {
  moderation: msg`Moderation`,
  appeals: msg`Appeals`,
  reports: msg`Bug reports and messages`,
  applications: msg`Applications`,
  news: msg`News`,
  events: msg`Events and cups`,
  modes: msg`Modes and seasons`,
  members: msg`Members`,
  settings: msg`Settings`,
} as const satisfies Readonly<Record<string, Message>>

export type Area = keyof typeof areaLabels

export const areas = Object.keys(areaLabels) as Area[]

/**
 * What an action asks for: an area, `any` of them for what each of the staff needs, or `all` of them for what shows the
 * work of every area.
 */
export type RequiredArea = Area | 'any' | 'all'
