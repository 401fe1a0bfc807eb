import { holds, outranks, type Viewer } from '../accounts/ranks.ts'

export const punishmentKinds = ['ban', 'mute', 'kick', 'warn'] as const

export type PunishmentKind = (typeof punishmentKinds)[number]

/** `given`: a kick or warning, which lasts no time. `ended`: its time is over. */
export const punishmentStates = ['active', 'given', 'ended', 'lifted'] as const

export const hasDuration = (kind: PunishmentKind) => kind === 'ban' || kind === 'mute'

/** Days over which the mutes that a Helper gives a player are added up. */
export const addedUpDays = 30

/** Longest mute that a Helper may give, with a minute for clocks that differ. */
const helperMuteMs = 7 * 86_400_000 + 60_000

interface Target {
  readonly rank: Viewer['rank']
}

/** Staff see what a player was given, and what of it is in force. */
export const canReadPunishments = (viewer: Viewer | null) => holds(viewer, 'helper', 'moderation')

const isAbove = (viewer: Viewer, target: Target) =>
  canReadPunishments(viewer) && outranks(viewer.rank, target.rank)

/**
 * `lengthMs` is null for good; of a mute with the earlier ones of this viewer and player within `addedUpDays`. Helpers warn, kick and mute for up to seven days; Moderators and above do everything. Only below
 * one's own rank.
 */
export function canPunish(
  viewer: Viewer | null,
  target: Target,
  { kind, lengthMs }: { readonly kind: PunishmentKind; readonly lengthMs: number | null },
): boolean {
  if (viewer === null || !isAbove(viewer, target)) return false
  if (outranks(viewer.rank, 'Helper')) return true
  return (
    kind === 'warn' || kind === 'kick' || (kind === 'mute' && lengthMs !== null && lengthMs <= helperMuteMs)
  )
}

/**
 * Bans are lifted by Moderators and above, the rest by all staff; only below one's own rank, where staff gave it. What a
 * game server gave is lifted whatever the player's rank: a key does nothing that staff could not undo.
 */
export const canLift = (
  viewer: Viewer | null,
  target: Target,
  { kind, isFromGame }: { readonly kind: PunishmentKind; readonly isFromGame: boolean },
) =>
  viewer !== null &&
  (isFromGame ? canReadPunishments(viewer) : isAbove(viewer, target)) &&
  (kind !== 'ban' || outranks(viewer.rank, 'Helper'))
