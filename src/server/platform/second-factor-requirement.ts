import { isStaffRank, type Rank } from '../../contract/accounts/ranks.ts'
import type { Config } from '../config.ts'

interface Account {
  readonly rank: Rank
  readonly hasFactor: boolean
  readonly hasShortPassword: boolean
}

/** Whether a rank opens nothing yet, because staff need a longer password. */
export const needsLongerPassword = ({ rank, hasShortPassword }: Pick<Account, 'rank' | 'hasShortPassword'>) =>
  isStaffRank(rank) && hasShortPassword

/** Whether a rank opens nothing yet: the password is too short for staff, or the site wants a second factor of them. */
export const requiresSecondFactor = (
  { requireStaffSecondFactor }: Pick<Config, 'requireStaffSecondFactor'>,
  account: Account,
): boolean =>
  needsLongerPassword(account) ||
  (requireStaffSecondFactor && isStaffRank(account.rank) && !account.hasFactor)
