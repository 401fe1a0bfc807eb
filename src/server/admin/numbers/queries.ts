import { type RawBuilder, sql } from 'kysely'
import {
  type AnsweredList,
  answeredLists,
  type DecisionKind,
  decisionKinds,
  maxNumbersPeople,
  type overturnable,
} from '../../../contract/admin/numbers.ts'
import type { StaffNumbers } from '../../../contract/admin/numbers-schemas.ts'
import { isRulingAbout } from '../../domains/matches/rulings/queries/rulings.ts'
import { isAppealOfOthers, isCaseOfOthers } from '../../domains/moderation/queries/conflicts.ts'
import type { Executor } from '../../platform/database/database.ts'
import { isEntryOfOthers } from '../queries.ts'

/** Whose numbers, and of how many days. Nobody's numbers count what was decided about themselves. */
interface Asked {
  readonly viewerId: number
  readonly days: number
}

const since = (days: number) => sql`now() - make_interval(days => ${days}::int)`

/** Whether a record has an earlier entry of these actions. */
const isFirst = (actions: RawBuilder<unknown>) => sql`NOT EXISTS (
  SELECT FROM audit_log AS earlier WHERE earlier.subject_type = entry.subject_type
    AND earlier.subject_id = entry.subject_id AND earlier.id < entry.id AND earlier.action IN (${actions}))`

/** A case's first decision since its oldest report; reports that join later do not move it. */
const firstCaseAnswers = ({ viewerId, days }: Asked) => sql`
  SELECT first.at - cases.first_at AS waited FROM moderation_cases AS cases
  CROSS JOIN LATERAL (
    SELECT at FROM audit_log AS entry WHERE entry.subject_type = cases.subject_type
      AND entry.subject_id = cases.subject_id AND action = 'moderation.decide' AND at >= cases.first_at
    ORDER BY id LIMIT 1
  ) AS first
  WHERE cases.decided_at >= ${since(days)} AND first.at >= ${since(days)} AND ${isCaseOfOthers(viewerId)}`

/** The waiting times of items that had their first reply or decision in the period. */
const firstAnswers: Record<AnsweredList, (asked: Asked) => RawBuilder<unknown>> = {
  cases: firstCaseAnswers,
  bugReports: ({ days }) => sql`
    SELECT entry.at - reports.created_at AS waited
    FROM audit_log AS entry JOIN reports ON reports.id = entry.subject_id
    WHERE entry.action = 'report.status' AND entry.at >= ${since(days)} AND ${isFirst(sql`'report.status'`)}`,
  applications: ({ days }) => sql`
    SELECT entry.at - submitted_at AS waited
    FROM audit_log AS entry JOIN staff_applications AS sent ON sent.id = entry.subject_id
    WHERE entry.action = 'application.update' AND entry.at >= ${since(days)} AND ${changesStatus}
      AND NOT EXISTS (SELECT FROM audit_log AS earlier WHERE earlier.subject_type = entry.subject_type
        AND earlier.subject_id = entry.subject_id AND earlier.id < entry.id AND earlier.action = 'application.update'
        AND earlier.before ->> 'status' <> earlier.after ->> 'status')`,
  messages: ({ days }) => sql`
    SELECT answered_at - created_at AS waited FROM contact_messages WHERE answered_at >= ${since(days)}`,
  appeals: ({ viewerId, days }) => sql`
    SELECT entry.at - appeals.created_at AS waited
    FROM audit_log AS entry JOIN appeals ON appeals.id = entry.subject_id
    WHERE entry.action IN ('appeal.ask', 'appeal.decide') AND entry.at >= ${since(days)}
      AND ${isFirst(sql`'appeal.ask', 'appeal.decide'`)} AND ${isEntryOfOthers(viewerId)}`,
}

/** An applicant learns of a status, not of notes. */
const changesStatus = sql`entry.before ->> 'status' <> entry.after ->> 'status'`

/** The times since when things wait for staff. An appeal that waits for its player is not among them. */
const waiting: Record<AnsweredList, (asked: Asked) => RawBuilder<unknown>> = {
  cases: ({ viewerId }) => sql`SELECT first_at AS at FROM moderation_cases AS cases
    WHERE decided_at IS NULL AND ${isCaseOfOthers(viewerId)}`,
  bugReports: () => sql`SELECT created_at AS at FROM reports WHERE status IN ('pending', 'reviewing')`,
  applications: () => sql`SELECT submitted_at AS at FROM staff_applications
    WHERE status IN ('pending', 'reviewing', 'interview', 'onhold')`,
  messages: () => sql`SELECT created_at AS at FROM contact_messages WHERE read_at IS NULL AND NOT flagged`,
  appeals: ({ viewerId }) => sql`SELECT created_at AS at FROM appeals
    WHERE state IN ('open', 'in_review') AND ${isAppealOfOthers(viewerId)}`,
}

type ListNumbers = StaffNumbers['lists'][number]

export async function listNumbers(executor: Executor, asked: Asked): Promise<ListNumbers[]> {
  const { rows } = await sql<ListNumbers>`
    ${sql.join(
      answeredLists.map(
        (list) => sql`
          SELECT ${list}::text AS list, answers.*, waits.open
          FROM (SELECT count(*)::int AS answered,
              round(percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM waited)))::int AS "medianSeconds"
            FROM (${firstAnswers[list](asked)}) AS first_answers) AS answers
          CROSS JOIN (SELECT json_build_object(
              'day', count(*) FILTER (WHERE at > now() - interval '1 day'),
              'threeDays', count(*) FILTER (WHERE at > now() - interval '3 days' AND at <= now() - interval '1 day'),
              'week', count(*) FILTER (WHERE at > now() - interval '7 days' AND at <= now() - interval '3 days'),
              'older', count(*) FILTER (WHERE at <= now() - interval '7 days')) AS open
            FROM (${waiting[list](asked)}) AS items) AS waits`,
      ),
      sql` UNION ALL `,
    )}
  `.execute(executor)
  return rows
}

/** Decisions about cases with what followed, without those that were undone at once. */
const caseDecisions = ({ viewerId, days }: Asked) => sql`
  SELECT entry.actor_id, following.action AS next FROM audit_log AS entry
  LEFT JOIN LATERAL (
    SELECT action FROM audit_log AS later WHERE later.subject_type = entry.subject_type
      AND later.subject_id = entry.subject_id AND later.id > entry.id
      AND later.action IN ('moderation.decide', 'moderation.reopen', 'moderation.undo') ORDER BY later.id LIMIT 1
  ) AS following ON true
  WHERE entry.action = 'moderation.decide' AND entry.at >= ${since(days)}
    AND following.action IS DISTINCT FROM 'moderation.undo' AND ${isEntryOfOthers(viewerId)}`

const entriesOf = ({ viewerId, days }: Asked, actions: RawBuilder<unknown>, condition = sql`true`) => sql`
  SELECT entry.actor_id FROM audit_log AS entry
  WHERE entry.action IN (${actions}) AND entry.at >= ${since(days)} AND ${condition}
    AND ${isEntryOfOthers(viewerId)}`

/** A change of a bug report that is not followed by its undo. */
const isNotUndone = sql`coalesce((
  SELECT later.action FROM audit_log AS later WHERE later.subject_type = entry.subject_type
    AND later.subject_id = entry.subject_id AND later.id > entry.id
    AND later.action IN ('report.status', 'report.undo') ORDER BY later.id LIMIT 1), '') <> 'report.undo'`

/** The account of each decision in the period. */
const decisions: Record<DecisionKind, (asked: Asked) => RawBuilder<unknown>> = {
  cases: (asked) => sql`SELECT actor_id FROM (${caseDecisions(asked)}) AS decided`,
  bugReports: (asked) =>
    entriesOf(
      asked,
      sql`'report.status'`,
      sql`entry.after ->> 'status' IN ('resolved', 'rejected') AND ${isNotUndone}`,
    ),
  applications: (asked) =>
    entriesOf(
      asked,
      sql`'application.update'`,
      sql`${changesStatus} AND entry.after ->> 'status' IN ('accepted', 'rejected')`,
    ),
  messages: (asked) => entriesOf(asked, sql`'message.answer'`),
  appeals: (asked) => entriesOf(asked, sql`'appeal.decide'`),
  rulings: (asked) => entriesOf(asked, sql`'ruling.create', 'ruling.confirm', 'ruling.refuse'`),
  punishments: (asked) => entriesOf(asked, sql`'punishment.create', 'member.restrict'`),
}

type Person = StaffNumbers['people'][number]

/** Everybody who decided something, sorted by name, so that the order is no ranking. */
export async function decisionsPerPerson(executor: Executor, asked: Asked): Promise<Person[]> {
  const counts = decisionKinds.map(
    (kind) => sql`${sql.lit(kind)}, count(*) FILTER (WHERE kind = ${sql.lit(kind)})`,
  )
  const { rows } = await sql<Person>`
    SELECT made.actor_id AS id, CASE WHEN users.username IS NOT NULL THEN shown_name END AS username,
      json_build_object(${sql.join(counts)}) AS decisions
    FROM (${sql.join(
      decisionKinds.map(
        (kind) => sql`SELECT ${sql.lit(kind)} AS kind, actor_id FROM (${decisions[kind](asked)}) AS of_kind`,
      ),
      sql` UNION ALL `,
    )}) AS made
    LEFT JOIN users ON users.id = made.actor_id
    WHERE made.actor_id IS NOT NULL
    GROUP BY made.actor_id, users.username, shown_name
    ORDER BY lower(shown_name) NULLS LAST, made.actor_id LIMIT ${maxNumbersPeople}
  `.execute(executor)
  return rows
}

/** Rulings that took effect in the period, and those of which a later ruling restored a match. */
const rulings = ({ viewerId, days }: Asked) => sql`
  SELECT EXISTS (
    SELECT FROM ruling_matches AS excluded JOIN ruling_matches AS restored USING (match_id)
    JOIN rulings AS later ON later.id = restored.ruling_id AND later.action = 'restore'
    JOIN ruling_decisions AS applied ON applied.ruling_id = later.id AND applied.decision = 'apply'
    WHERE excluded.ruling_id = rulings.id AND applied.id > decision.id
  ) AS is_overturned
  FROM ruling_decisions AS decision JOIN rulings ON rulings.id = decision.ruling_id
  WHERE decision.created_at >= ${since(days)} AND decision.decision = 'apply' AND rulings.action = 'exclude'
    AND ${isRulingAbout(viewerId)} IS NOT TRUE`

const overturns: Record<(typeof overturnable)[number], (asked: Asked) => RawBuilder<unknown>> = {
  cases: (asked) => sql`
    SELECT coalesce(next = 'moderation.reopen', false) AS is_overturned FROM (${caseDecisions(asked)}) AS decided`,
  appeals: ({ viewerId, days }) => sql`
    SELECT after ->> 'state' IN ('reduced', 'lifted') AS is_overturned FROM audit_log AS entry
    WHERE action = 'appeal.decide' AND at >= ${since(days)} AND ${isEntryOfOthers(viewerId)}`,
  rulings,
}

type Overturned = StaffNumbers['overturned'][number]

export async function overturnedDecisions(executor: Executor, asked: Asked): Promise<Overturned[]> {
  const { rows } = await sql<Overturned>`
    ${sql.join(
      Object.entries(overturns).map(
        ([kind, of]) => sql`SELECT ${kind}::text AS kind, count(*)::int AS decided,
          (count(*) FILTER (WHERE is_overturned))::int AS overturned FROM (${of(asked)}) AS decisions`,
      ),
      sql` UNION ALL `,
    )}
  `.execute(executor)
  return rows
}
