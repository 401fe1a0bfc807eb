import { holds, outranks, type Viewer } from '../accounts/ranks.ts'

export const appealLimits = {
  text: { min: 50, max: 2_000 },
  /** Of the player's later messages, and of staff. */
  message: { min: 1, max: 2_000 },
  note: { min: 1, max: 1_000 },
  /** Days until a question of staff expires the appeal. */
  answerDays: 14,
  /** Days after which a second, final appeal is possible. */
  againDays: 30,
} as const

const openAppealStates = ['open', 'in_review', 'waiting'] as const

/** `waiting`: staff asked the player something. */
export const appealStates = [
  ...openAppealStates,
  'upheld',
  'reduced',
  'lifted',
  'withdrawn',
  'expired',
] as const

export type AppealState = (typeof appealStates)[number]

export const isOpenAppeal = (state: AppealState) => openAppealStates.some((one) => one === state)

export const appealOutcomes = ['upheld', 'reduced', 'lifted'] as const

interface Reviewed {
  /** Null when the account was deleted. */
  readonly player: { readonly rank: Viewer['rank'] } | null
  /** The account that gave the punishment; null when the game or a deleted account did. */
  readonly issuerId: number | null
}

/** Moderators and above review appeals of players below their own rank; not their own punishments, except an Owner. */
export const canDecideAppeal = (viewer: Viewer | null, { player, issuerId }: Reviewed) =>
  viewer !== null &&
  holds(viewer, 'moderator', 'appeals') &&
  (player === null || outranks(viewer.rank, player.rank)) &&
  (issuerId !== viewer.id || viewer.rank === 'Owner')
