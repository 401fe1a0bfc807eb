import { isStaffRank, type Rank } from '../../contract/accounts/ranks.ts'
import type { Config } from '../config.ts'

interface Account {
  readonly rank: Rank
  readonly hasFactor: boolean
  readonly hasShortPassword: boolean
}

/** Whether a staff rank grants nothing yet because its password is too short. */
export const needsLongerPassword = ({ rank, hasShortPassword }: Pick<Account, 'rank' | 'hasShortPassword'>) =>
  isStaffRank(rank) && hasShortPassword

/** Whether a staff rank grants nothing yet: the password is too short, or a required second factor is missing. */
export const requiresSecondFactor = (
  { requireStaffSecondFactor }: Pick<Config, 'requireStaffSecondFactor'>,
  account: Account,
): boolean =>
  needsLongerPassword(account) ||
  (requireStaffSecondFactor && isStaffRank(account.rank) && !account.hasFactor)
