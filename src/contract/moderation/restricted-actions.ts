import { msg } from '@lingui/core/macro'
import type { Message } from '../languages.ts'

/** What restricted members cannot do, in the words of their error. */
export const cannotTexts = {
  'accept an invitation': msg`You cannot accept an invitation`,
  'change your bio': msg`You cannot change your bio`,
  'change your Discord tag': msg`You cannot change your Discord tag`,
  'change your picture': msg`You cannot change your picture`,
  'check in for cups': msg`You cannot check in for cups`,
  'choose a new name': msg`You cannot choose a new name`,
  comment: msg`You cannot comment`,
  'dispute results': msg`You cannot dispute results`,
  'edit posts': msg`You cannot edit posts`,
  'follow players': msg`You cannot follow players`,
  'like posts': msg`You cannot like posts`,
  'link Discord': msg`You cannot link Discord`,
  'link a player': msg`You cannot link a player`,
  'make API keys': msg`You cannot make API keys`,
  'play in cups': msg`You cannot play in cups`,
  post: msg`You cannot post`,
  'register for events': msg`You cannot register for events`,
  'report comments': msg`You cannot report comments`,
  'report players': msg`You cannot report players`,
  'report posts': msg`You cannot report posts`,
  'send bug reports': msg`You cannot send bug reports`,
} satisfies Readonly<Record<string, Message>>

export type RestrictedAction = keyof typeof cannotTexts
