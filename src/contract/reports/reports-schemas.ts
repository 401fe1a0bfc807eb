import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { Id, IdParams, idList, pageQuery, seenList, Timestamp } from '../ids-schemas.ts'
import { textLimits } from '../limits.ts'
import { maxBulkRows } from '../list-filters.ts'
import { listFilters, RefusedRow } from '../list-filters-schemas.ts'
import { modeKeyPattern } from '../network/modes.ts'
import { sentence } from '../sentences.ts'
import { codePoints, isVisible } from '../text.ts'
import { maxLength, userLink } from '../text-schemas.ts'
import { multiLine } from '../written-schemas.ts'
import { noGameMode, reportSeverities, reportStatuses, reportsPage } from './reports.ts'

/** One of the nine modes of the form, or the key of a listed mode. */
const ReportGameMode = z
  .string({ error: sentence(noGameMode) })
  .check(z.regex(modeKeyPattern, { error: sentence(noGameMode) }))

export type ReportSeverity = (typeof reportSeverities)[number][0]

const severityValues = reportSeverities.map(([value]) => value) as [ReportSeverity, ...ReportSeverity[]]

export const ReportSeverity = z.enum(severityValues, { error: sentence(msg`Please select a severity level`) })

export type ReportStatus = (typeof reportStatuses)[number]

export const ReportStatus = z.enum(reportStatuses, {
  error: sentence(msg`status must be pending, reviewing, resolved or rejected`),
})

const reasonTooShort = sentence(msg`Please provide a title that is at least 5 characters`)

const detailsTooShort = sentence(msg`Please provide details that are at least 20 characters`)

/** Counts code points without surrounding whitespace; of a text that nobody can see, none. */
const saysAtLeast = (limit: number, message: string) =>
  z.refine<string>((text) => isVisible(text) && codePoints(text.trim()) >= limit, { error: message })

/** The server sets reporter and status. */
export const NewReport = z.object({
  gameMode: ReportGameMode,
  reason: z
    .string({ error: reasonTooShort })
    .check(
      z.normalize('NFC'),
      saysAtLeast(textLimits.reportReason.min, reasonTooShort),
      maxLength(textLimits.reportReason.max, sentence(msg`Title must be 100 characters or less`)),
    ),
  details: z
    .string({ error: detailsTooShort })
    .check(
      z.normalize('NFC'),
      saysAtLeast(textLimits.reportDetails.min, detailsTooShort),
      maxLength(textLimits.reportDetails.max, sentence(msg`Details must be 5000 characters or less`)),
    ),
  severity: ReportSeverity,
  mediaLink: z.optional(
    z.nullable(z.union([z.literal(''), userLink(sentence(msg`Please enter a valid URL or leave blank`))])),
  ),
})

export type NewReport = z.infer<typeof NewReport>

export const Report = z.object({
  id: Id,
  type: z.literal('bug'),
  userId: z.nullable(Id),
  reportedByUserId: z.nullable(Id),
  username: z.string(),
  gameMode: z.string(),
  reason: z.string(),
  details: z.string(),
  severity: ReportSeverity,
  mediaLink: z.nullable(z.string()),
  status: ReportStatus,
  createdAt: Timestamp,
  /** The last reply of staff. */
  answer: z.nullable(z.string()),
})

export type Report = z.infer<typeof Report>

/**
 * A report in the staff list. `version` is sent back as If-Match, so that nobody overwrites a change they have not
 * seen.
 */
export const AdminReport = z.extend(
  z.pick(Report, {
    id: true,
    username: true,
    gameMode: true,
    reason: true,
    severity: true,
    status: true,
    createdAt: true,
    details: true,
    mediaLink: true,
    answer: true,
  }),
  {
    /** Who changed it last; null before that, and for a deleted account. */
    handledBy: z.nullable(z.string()),
    handledAt: z.nullable(Timestamp),
    version: z.int(),
  },
)

export type AdminReport = z.infer<typeof AdminReport>

export const StatusChange = z.object({
  status: ReportStatus,
  /** Read by the reporter. */
  answer: z.optional(multiLine({ name: 'Answer', ...textLimits.staffReply })),
})

export const reportSchemas = {
  create: {
    body: NewReport,
    response: Report,
  },
  mine: {
    query: pageQuery(200, 50),
    response: z.array(Report),
  },
  list: {
    query: z.extend(pageQuery(reportsPage.max, reportsPage.default), {
      ...listFilters,
      status: z.optional(ReportStatus),
      severity: z.optional(
        z.enum(severityValues, {
          error: sentence(msg`severity must be one of ${{ all: severityValues.join(', ') }}`),
        }),
      ),
    }),
    response: z.array(AdminReport),
  },
  one: {
    params: IdParams,
    response: AdminReport,
  },
  setStatus: {
    versioned: true,
    params: IdParams,
    body: StatusChange,
    response: AdminReport,
  },
  setStatuses: {
    body: z.object({ reports: seenList('report', maxBulkRows), status: ReportStatus }),
    /** Those that had the status already are in neither list. */
    response: z.object({ changed: z.array(Id), refused: z.array(RefusedRow) }),
  },
  undoStatuses: {
    body: z.object({ ids: idList('report', maxBulkRows) }),
    response: z.object({ restored: z.array(Id), refused: z.array(RefusedRow) }),
  },
  remove: {
    versioned: true,
    params: IdParams,
  },
}
