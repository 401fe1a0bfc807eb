import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, pageQuery, Timestamp } from '../ids.ts'
import { textLimits } from '../limits.ts'
import { atMost, codePoints, userLink } from '../text.ts'

/** Label and value of each game mode a bug can be in (spec 3). */
export const reportGameModes = [
  ['NoDebuff', 'nodebuff'],
  ['Sumo', 'sumo'],
  ['Build', 'build'],
  ['Nemo Slap', 'nemoslap'],
  ['Boxing', 'boxing'],
  ['Bedfight', 'bedfight'],
  ['The Bridge', 'thebridge'],
  ['Fireball Fight', 'fireballfight'],
  ['Other', 'other'],
] as const

export const ReportGameMode = z.enum(reportGameModes.map(([, value]) => value) as [string, ...string[]], {
  error: 'Please select a game mode',
})

/** Each severity and what it means, from the least to the worst (spec 3). */
export const reportSeverities = [
  ['low', 'minor visual or cosmetic issue'],
  ['medium', 'functionality issue with workaround'],
  ['high', 'serious functionality issue'],
  ['critical', 'game breaking'],
] as const

export type ReportSeverity = (typeof reportSeverities)[number][0]
export const ReportSeverity = z.enum(
  reportSeverities.map(([value]) => value) as [ReportSeverity, ...ReportSeverity[]],
  { error: 'Please select a severity level' },
)

/** Staff set any of them from any other (spec 4). */
export const reportStatuses = ['pending', 'reviewing', 'resolved', 'rejected'] as const
export type ReportStatus = (typeof reportStatuses)[number]
export const ReportStatus = z.enum(reportStatuses, {
  error: 'status must be pending, reviewing, resolved or rejected',
})

/** Reports on one page of the desk, and the most that one call answers (rulings, Lists). */
export const reportsPage = { usual: 50, most: 200 } as const

const reasonTooShort = 'Please provide a title that is at least 5 characters'
const detailsTooShort = 'Please provide details that are at least 20 characters'

/** Spaces around a text do not make it longer: five of them are no title. */
const saysAtLeast = (limit: number, message: string) =>
  z.refine<string>((text) => codePoints(text.trim()) >= limit, { error: message })

/** What a reporter may say; reporter and status are the server's to decide (rulings, Wire contract). */
export const NewReport = z.object({
  gameMode: ReportGameMode,
  reason: z
    .string({ error: reasonTooShort })
    .check(
      saysAtLeast(textLimits.reportReason.least, reasonTooShort),
      atMost(textLimits.reportReason.most, 'Title must be 100 characters or less'),
    ),
  details: z
    .string({ error: detailsTooShort })
    .check(
      saysAtLeast(textLimits.reportDetails.least, detailsTooShort),
      atMost(textLimits.reportDetails.most, 'Details must be 5000 characters or less'),
    ),
  severity: ReportSeverity,
  mediaLink: z.optional(
    z.nullable(z.union([z.literal(''), userLink('Please enter a valid URL or leave blank')])),
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
})
export type Report = z.infer<typeof Report>

/** A report as the staff list carries it; `version` goes into If-Match, so that nobody overwrites what they have not seen. */
export const DeskReport = z.extend(
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
  }),
  { version: z.int() },
)
export type DeskReport = z.infer<typeof DeskReport>

export const reportEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/api/reports',
    alsoAt: '/api/test/reports',
    access: 'member',
    summary: 'Report a bug',
    body: NewReport,
    limit: 'reports',
    idempotent: 'reports.create',
    status: 201,
    answer: Report,
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/reports/mine',
    access: 'member',
    summary: "The signed-in member's own bug reports, newest first",
    query: pageQuery(200, 50),
    status: 200,
    answer: z.array(Report),
  }),
  desk: endpoint({
    method: 'GET',
    path: '/api/admin/reports',
    access: 'staff',
    summary: 'Bug reports, newest first; without a status those of every status',
    query: z.extend(pageQuery(reportsPage.most, reportsPage.usual), { status: z.optional(ReportStatus) }),
    status: 200,
    answer: z.array(DeskReport),
  }),
  setStatus: endpoint({
    method: 'PATCH',
    path: '/api/admin/reports/:id/status',
    access: 'staff',
    summary: 'Set the status of a bug report; If-Match guards against overwriting a newer change',
    params: IdParams,
    body: z.object({ status: ReportStatus }),
    status: 200,
    answer: DeskReport,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/reports/:id',
    access: 'staff',
    summary: 'Delete a bug report; If-Match guards against deleting one that changed meanwhile',
    params: IdParams,
    status: 204,
  }),
}
