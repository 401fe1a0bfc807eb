import type { Rank } from '../../contract/accounts/ranks.ts'

/** Ranks as pages meet them: the ten, their alias `mod`, or none (shown as Member). */
export type ShownRank = Rank | 'mod' | null | undefined

const colours: Record<Rank, string> = {
  Member: 'text-rank-member',
  Gold: 'text-rank-gold',
  Emerald: 'text-rank-emerald',
  Diamond: 'text-rank-diamond',
  Helper: 'text-rank-helper',
  Moderator: 'text-rank-moderator',
  'Product Staff': 'text-rank-staff',
  Admin: 'text-rank-admin',
  Manager: 'text-rank-manager',
  Owner: 'text-rank-owner',
}

export const rankOf = (rank: ShownRank): Rank => (rank === 'mod' ? 'Moderator' : (rank ?? 'Member'))

/** Text colour of a rank, for badges and names. */
export const rankColour = (rank: ShownRank) => colours[rankOf(rank)]
