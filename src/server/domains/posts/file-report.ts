import type { ReportClass } from '../../../contract/moderation/report-classes.ts'
import type { Config } from '../../config.ts'
import type { Executor } from '../../platform/database/database.ts'

/** A report of a post or comment. */
interface WrittenReport {
  readonly subjectType: 'post' | 'comment'
  readonly subjectId: number
  /** Its author. */
  readonly subjectUserId: number
  /** Its present text. */
  readonly excerpt: string
  readonly reporterId: number
  readonly reason: string
  readonly class?: ReportClass | undefined
}

/** Files a report, as `moderation` does: posts may not import it. Returns its id. */
export type FileReport = (
  transaction: Executor,
  config: Pick<Config, 'discordWebhooks'>,
  report: WrittenReport,
) => Promise<number>
