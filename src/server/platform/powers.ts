import { isStaffRank, type Rank } from '../../contract/ranks.ts'
import type { Config } from '../config.ts'

/** Whether a rank opens nothing yet, because the site wants a second factor of its staff and this account has none. */
export const powersWait = (
  { requireStaffSecondFactor }: Pick<Config, 'requireStaffSecondFactor'>,
  account: { readonly rank: Rank; readonly hasFactor: boolean },
): boolean => requireStaffSecondFactor && isStaffRank(account.rank) && !account.hasFactor
