import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, pageQuery, Timestamp } from './ids.ts'
import { textLimits } from './limits.ts'
import { atLeast, atMost, userLink } from './text.ts'

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
export const ReportSeverity = z.enum(['low', 'medium', 'high', 'critical'], {
  error: 'Please select a severity level',
})
export const ReportStatus = z.enum(['pending', 'reviewing', 'resolved', 'rejected'])

/** What a reporter may say; reporter and status are the server's to decide (rulings, Wire contract). */
export const NewReport = z.object({
  gameMode: ReportGameMode,
  reason: z
    .string({ error: 'Please provide a title that is at least 5 characters' })
    .check(
      atLeast(textLimits.reportReason.least, 'Please provide a title that is at least 5 characters'),
      atMost(textLimits.reportReason.most, 'Title must be 100 characters or less'),
    ),
  details: z
    .string({ error: 'Please provide details that are at least 20 characters' })
    .check(
      atLeast(textLimits.reportDetails.least, 'Please provide details that are at least 20 characters'),
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
}
