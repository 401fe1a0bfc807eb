import type { Executor } from '../../../platform/database/database.ts'
import { siteCode } from '../../matches/site-code.ts'

/** The code with which the punished player appeals without signing in. */
export const appealCode = (executor: Executor, punishmentId: string): Promise<string> =>
  siteCode(executor, `punishment ${punishmentId}`)
