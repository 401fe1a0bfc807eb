import { type RawBuilder, sql } from 'kysely'
import { maxCounted } from '../../../../contract/moderation/cases.ts'
import type { CaseCounts, CaseFilters } from '../../../../contract/moderation/cases-schemas.ts'
import type { ModerationCase } from '../../../../contract/moderation/moderation-schemas.ts'
import { severities, severityOf } from '../../../../contract/moderation/report-classes.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { nameContains, nameHas, playerNameHas, playersNamed } from '../../../platform/database/name-search.ts'
import { isActiveClaim } from './active-claim.ts'
import { casesOf, chosenCases, type Subject } from './cases.ts'
import { isCaseOfOthers } from './conflicts.ts'

export interface QueuePage extends CaseFilters {
  readonly viewerId: number
  readonly cursor?: string | undefined
  readonly limit: number
  /** Whether many cases have the searched text (`isFrequent`). */
  readonly isFrequent?: boolean
}

/** A searched text that more cases have than this is frequent. */
const maxCollected = 1_000

/** Cases of a list that are compared with a frequent text. */
const maxScannedRows = 10_000

const statusesOf = {
  action: ['actioned', 'removed'],
  no_violation: ['dismissed'],
  insufficient: ['insufficient'],
  duplicate: ['duplicate'],
} as const

const isUndecided = (state: CaseFilters['state']) => state === 'open' || state === 'claimed'

/** Condition for the claim that holds for a case of `cases`; `whose` narrows it. */
const isClaimed = (whose: RawBuilder<unknown> = sql`true`) => sql`EXISTS (
  SELECT FROM moderation_claims AS claims WHERE claims.subject_type = cases.subject_type
    AND claims.subject_id = cases.subject_id AND ${isActiveClaim()} AND ${whose})`

function hasAssignee({ state, assignee, viewerId }: QueuePage): RawBuilder<unknown> {
  if (assignee === undefined || assignee === '') return sql`true`
  const person =
    assignee === 'me'
      ? sql`${viewerId}::int`
      : sql`ANY (ARRAY(
    SELECT id FROM users WHERE lower(shown_name) = lower(${assignee}) LIMIT 10))`
  if (isUndecided(state))
    return assignee === 'nobody' ? sql`NOT ${isClaimed()}` : isClaimed(sql`claims.user_id = ${person}`)
  return assignee === 'nobody' ? sql`decided_by IS NULL` : sql`decided_by = ${person}`
}

/** Few hits are collected by the index of the text, then sorted. Names are searched first. */
const indexedHitCondition = (q: string) => sql`(
  id = ANY (ARRAY(SELECT hits.id FROM moderation_cases AS hits WHERE ${nameContains(sql`hits.text`, q)}))
  OR subject_user_id = ANY (ARRAY(${playersNamed(q, { isStaff: true })} LIMIT 100)))`

/** The same for walking a list: comparing a text is cheaper than computing its parts. */
function listHitCondition(q: string): RawBuilder<unknown> {
  return sql`(${nameHas(sql`text`, q)}
    OR EXISTS (SELECT FROM users WHERE users.id = subject_user_id AND ${playerNameHas(q, { isStaff: true })}))`
}

/** Looks at the newest cases, then counts by the index of the text, up to a bound. */
async function isFrequent(executor: Executor, q: string | undefined): Promise<boolean> {
  if (q === undefined) return false
  const { rows } = await sql<{ isFrequent: boolean }>`
    SELECT (SELECT count(*) FROM (SELECT text FROM moderation_cases ORDER BY id DESC LIMIT ${maxCollected}) AS newest
        WHERE ${nameHas(sql`text`, q)}) > ${maxCollected / 50}
      OR (SELECT count(*) FROM (SELECT FROM moderation_cases
        WHERE name_parts(folded(text)) @> name_parts(folded(${q})) LIMIT ${maxCollected + 1}) AS hits) > ${maxCollected}
      AS "isFrequent"
  `.execute(executor)
  return rows[0]!.isFrequent
}

function* conditions(page: QueuePage): Iterable<RawBuilder<unknown>> {
  const { state, subjectType, class: about, severity, days, q, cursor } = page
  yield sql`decided_at ${isUndecided(state) ? sql`IS NULL` : sql`IS NOT NULL`}`
  if (state === 'claimed') yield isClaimed()
  else if (state !== 'open' && state !== 'decided') yield sql`status = ANY (${statusesOf[state]}::text[])`
  yield hasAssignee(page)
  if (subjectType !== undefined) yield sql`subject_type = ${subjectType}`
  // The class decides the severity: said as well, it narrows the part of the index that is read.
  if (about !== undefined)
    yield sql`class = ${about} AND severity = ${severities.indexOf(severityOf[about]) + 1}`
  if (severity !== undefined) yield sql`severity = ${severities.indexOf(severity) + 1}`
  if (days !== undefined) yield sql`first_at <= now() - make_interval(days => ${days})`
  if (q !== undefined && page.isFrequent !== true) yield indexedHitCondition(q)
  const [one = 0, two = 0, ...more] = cursor?.split('.').map(Number) ?? []
  if (cursor === undefined) return
  if (isUndecided(state) !== (more.length === 2)) yield sql`false`
  else if (isUndecided(state))
    yield sql`(severity, reporters, accuracy, -first_id) < (${one}::smallint, ${two}::int, ${more[0]}::smallint,
      -${more[1]}::bigint)`
  else
    yield sql`(decided_at, id) < (timestamptz 'epoch' + ${one}::bigint * interval '1 microsecond', ${two}::bigint)`
}

const orders = {
  undecided: sql`severity DESC, reporters DESC, accuracy DESC, -first_id DESC`,
  decided: sql`decided_at DESC, id DESC`,
  /** `undecided` over columns alone, so that the order of a walk is recognized. */
  walked: sql`severity DESC, reporters DESC, accuracy DESC, minus_first_id DESC`,
}

/** Open cases by severity, reporters, their accuracy and age; decided ones by their decision, the newest first. */
export function queuePage(page: QueuePage) {
  const { viewerId, limit, q } = page
  const where = sql.join([...conditions(page)], sql` AND `)
  const order = isUndecided(page.state) ? orders.undecided : orders.decided
  if (q === undefined || page.isFrequent !== true) return chosenCases({ viewerId, where, order, limit })
  return chosenCases({
    viewerId,
    from: sql`(SELECT *, -first_id AS minus_first_id FROM moderation_cases AS cases WHERE ${where} ORDER BY ${order}
      LIMIT ${maxScannedRows})`,
    where: listHitCondition(q),
    order: isUndecided(page.state) ? orders.walked : orders.decided,
    limit,
  })
}

/** A page of hits in the list; undefined when they are too far apart. */
async function walkQueue(executor: Executor, page: QueuePage): Promise<ModerationCase[] | undefined> {
  if (!(await isFrequent(executor, page.q))) return undefined
  const cases = casesOf(await queuePage({ ...page, isFrequent: true }).execute(executor))
  return cases.length < page.limit ? undefined : cases
}

export async function listQueue(
  executor: Executor,
  page: QueuePage,
): Promise<{ readonly cases: ModerationCase[]; readonly next: string | null }> {
  const cases = (await walkQueue(executor, page)) ?? casesOf(await queuePage(page).execute(executor))
  const last = cases.at(-1)
  if (last === undefined || cases.length < page.limit) return { cases, next: null }
  const { rows } = await sql<{ next: string }>`
    SELECT CASE WHEN decided_at IS NULL THEN concat_ws('.', severity, reporters, accuracy, first_id)
      ELSE concat_ws('.', (extract(epoch FROM decided_at) * 1000000)::bigint, id) END AS next
    FROM moderation_cases WHERE id = ${last.id}
  `.execute(executor)
  return { cases, next: rows[0]?.next ?? null }
}

/** The case that a report belongs to. */
export async function findCase(
  executor: Executor,
  { reportId, viewerId }: { readonly reportId: number; readonly viewerId: number },
): Promise<ModerationCase | undefined> {
  const where = sql`EXISTS (
    SELECT FROM moderation_reports AS reports WHERE reports.id = ${reportId}
      AND reports.subject_type = cases.subject_type AND reports.subject_id = cases.subject_id
      AND reports.decided_at IS NOT DISTINCT FROM cases.decided_at)`
  return casesOf(await chosenCases({ viewerId, where, order: orders.decided, limit: 1 }).execute(executor))[0]
}

/** Counts stop at a bound, so that they cost the same however many there are. */
export async function countCases(executor: Executor, viewerId: number): Promise<CaseCounts> {
  const count = (where: RawBuilder<unknown>) => sql`(SELECT count(*)::int FROM (
    SELECT FROM moderation_cases AS cases WHERE decided_at IS NULL AND ${isCaseOfOthers(viewerId)} AND ${where} LIMIT ${maxCounted}) AS counted)`
  const { rows } = await sql<CaseCounts>`
    SELECT ${count(sql`true`)} AS open, ${count(isClaimed())} AS claimed,
      ${count(isClaimed(sql`claims.user_id = ${viewerId}`))} AS mine, ${count(sql`NOT ${isClaimed()}`)} AS nobody
  `.execute(executor)
  return rows[0]!
}

/** Whom the case of a report is about. */
export async function findPeople(executor: Executor, reportId: number): Promise<(number | null)[]> {
  const { rows } = await sql<{ subject: number | null; other: number | null }>`
    SELECT subject_user_id AS subject, other_user_id AS other FROM moderation_reports WHERE id = ${reportId}
  `.execute(executor)
  return rows.flatMap(({ subject, other }) => [subject, other])
}

/** The people of each case, by one of its reports. */
export const findPeopleOfEach = (
  executor: Executor,
  reportIds: readonly number[],
): Promise<(number | null)[][]> => Promise.all(reportIds.map((id) => findPeople(executor, id)))

/** The people of the cases about a subject. */
export async function findPeopleOfSubject(
  executor: Executor,
  { subjectType, subjectId }: Subject,
): Promise<(number | null)[]> {
  const { rows } = await sql<{ subject: number | null; other: number | null }>`
    SELECT DISTINCT subject_user_id AS subject, other_user_id AS other FROM moderation_reports
    WHERE subject_type = ${subjectType} AND subject_id = ${subjectId}
  `.execute(executor)
  return rows.flatMap(({ subject, other }) => [subject, other])
}

/** The subject of a report. */
export async function findSubject(executor: Executor, reportId: number): Promise<Subject | undefined> {
  const { rows } = await sql<Subject>`
    SELECT subject_type AS "subjectType", subject_id AS "subjectId" FROM moderation_reports WHERE id = ${reportId}
  `.execute(executor)
  return rows[0]
}
