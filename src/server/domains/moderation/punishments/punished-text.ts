import { msg } from '@lingui/core/macro'
import type { Message } from '../../../../contract/languages.ts'
import type { PunishmentKind } from '../../../../contract/moderation/punishments.ts'
import { utcMinute } from '../../../platform/languages/say.ts'

const forGood: Readonly<Record<PunishmentKind, (reason: string) => Message>> = {
  ban: (reason) => msg`You are banned: ${reason}`,
  mute: (reason) => msg`You are muted: ${reason}`,
  kick: (reason) => msg`You were kicked: ${reason}`,
  warn: (reason) => msg`You were warned: ${reason}`,
}

const untilThen: Readonly<Record<PunishmentKind, (end: string, reason: string) => Message>> = {
  ban: (end, reason) => msg`You are banned until ${end}: ${reason}`,
  mute: (end, reason) => msg`You are muted until ${end}: ${reason}`,
  kick: (_, reason) => forGood.kick(reason),
  warn: (_, reason) => forGood.warn(reason),
}

interface Punished {
  readonly kind: PunishmentKind
  readonly reason: string
  /** Null for good. */
  readonly until: Date | null
  /** With which the player appeals. */
  readonly code: string
}

/** The lines that the punished player reads in game: on the ban screen, or in chat. */
export const punishedLines = ({ kind, reason, until, code }: Punished): readonly Message[] => [
  until === null ? forGood[kind](reason) : untilThen[kind](utcMinute(until), reason),
  msg`Appeal on the website at /appeal with the code ${code}.`,
]
