import { hasPower, outranks, type Rank } from './ranks.ts'

export const inviteLimits = {
  days: 7,
  /** Invitations that can still be used. */
  open: 100,
  listed: 200,
  note: 200,
} as const

export const inviteStates = ['open', 'used', 'expired', 'revoked'] as const

export type InviteState = (typeof inviteStates)[number]

/** Owners invite to ranks below their own. */
export const canInviteTo = (maker: { readonly rank: Rank }, rank: Rank) =>
  hasPower(maker.rank, 'owner') && outranks(maker.rank, rank)
