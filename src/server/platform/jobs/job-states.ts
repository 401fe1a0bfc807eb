import { sql } from 'kysely'
import type { Database, Executor } from '../database/database.ts'
import type { Job, JobState } from './jobs.ts'
import type { Waiting } from './waiting.ts'

/** After which no other queue is asked for its length. One that does not respond ends by the database's own limit. */
const longestAskMs = 5_000

/** Writes what became of the jobs of this process to those of all processes, every 15 s. */
export function recordingStates(database: Pick<Database, 'sql'>, states: () => readonly JobState[]): Job {
  const recorded = new Map<string, JobState>()
  return {
    name: 'states of jobs',
    everyMs: 15_000,
    isLater: true,
    async work() {
      const waits = new Map<string, Waiting>()
      const failures: unknown[] = []
      const asked = performance.now()
      for (const state of states())
        try {
          // A slow database hides no job: what became of them is written, without the lengths of the other queues.
          if (state.waits !== undefined && performance.now() - asked < longestAskMs)
            waits.set(state.name, await state.waits())
        } catch (error) {
          failures.push(error)
        }
      const rows = states().map((state) => {
        const before = recorded.get(state.name)
        const waiting = waits.get(state.name)
        return {
          name: state.name,
          everyMs: state.everyMs,
          runs: state.runs - (before?.runs ?? 0),
          failures: state.failures - (before?.failures ?? 0),
          successAge: newAge(state.lastSuccessAt, before?.lastSuccessAt),
          failureAge: newAge(state.lastFailureAt, before?.lastFailureAt),
          lastError: state.lastError ?? null,
          waiting: waiting?.count ?? null,
          waitingSince: waiting?.since ?? null,
        }
      })
      const now = states().map((state) => ({ ...state }))
      await addStates(database.sql, rows)
      for (const state of now) recorded.set(state.name, state)
      // The others are recorded nevertheless.
      if (failures.length > 0) throw failures[0]
    },
  }
}

/** Milliseconds since something that is not recorded yet: clocks of processes may differ from the database's. */
const newAge = (at: Date | undefined, recordedAt: Date | undefined) =>
  at === undefined || at === recordedAt ? null : Date.now() - at.getTime()

interface NewState {
  readonly name: string
  readonly everyMs: number
  readonly runs: number
  readonly failures: number
  readonly successAge: number | null
  readonly failureAge: number | null
  readonly lastError: string | null
  readonly waiting: number | null
  readonly waitingSince: Date | null
}

/** Adds runs and failures, keeps the newest times, and forgets a day later what no process names any more. */
async function addStates(executor: Executor, states: readonly NewState[]): Promise<void> {
  const column = <Key extends keyof NewState>(key: Key) => states.map((state) => state[key])
  const ago = (ms: string) => sql`now() - make_interval(secs => ${sql.ref(ms)} / 1000)`
  await sql`
    WITH gone AS (
      DELETE FROM job_states WHERE seen_at < now() - interval '1 day' AND name <> ALL (${column('name')}::text[])
    )
    INSERT INTO job_states (
      name, every_ms, runs, failures, last_success_at, last_failure_at, last_error, waiting, waiting_since
    )
    SELECT name, every_ms, runs, failures, ${ago('success_age')}, ${ago('failure_age')}, last_error,
      waiting, waiting_since
    FROM unnest(
      ${column('name')}::text[], ${column('everyMs')}::int[], ${column('runs')}::int[], ${column('failures')}::int[],
      ${column('successAge')}::float8[], ${column('failureAge')}::float8[], ${column('lastError')}::text[],
      ${column('waiting')}::int[], ${column('waitingSince')}::timestamptz[]
    ) AS new (name, every_ms, runs, failures, success_age, failure_age, last_error, waiting, waiting_since)
    -- Two processes lock rows in one order.
    ORDER BY name
    ON CONFLICT (name) DO UPDATE SET
      every_ms = excluded.every_ms,
      runs = job_states.runs + excluded.runs,
      failures = job_states.failures + excluded.failures,
      last_success_at = greatest(job_states.last_success_at, excluded.last_success_at),
      last_failure_at = greatest(job_states.last_failure_at, excluded.last_failure_at),
      last_error = CASE WHEN excluded.last_failure_at > coalesce(job_states.last_failure_at, '-infinity')
        THEN excluded.last_error ELSE job_states.last_error END,
      waiting = excluded.waiting,
      waiting_since = excluded.waiting_since,
      watched_since = CASE WHEN job_states.seen_at < now() - interval '1 minute'
        THEN now() ELSE job_states.watched_since END,
      seen_at = now()
  `.execute(executor)
}

export interface RecordedJob {
  readonly name: string
  readonly everyMs: number
  readonly runs: number
  readonly failures: number
  readonly lastSuccessAt: Date | null
  readonly lastFailureAt: Date | null
  readonly lastError: string | null
  /** Null for a job without a queue. */
  readonly waiting: number | null
  readonly waitingSince: Date | null
  /** Since when processes say something about it without a gap, such as the last start. */
  readonly watchedSince: Date
  /** It has not succeeded for three of its intervals, and a minute at least. */
  readonly isLate: boolean
}

/** The jobs of processes that run: late ones first, then those for which something waits. */
export async function listJobs(executor: Executor): Promise<RecordedJob[]> {
  const { rows } = await sql<RecordedJob>`
    SELECT * FROM (
      SELECT name, every_ms AS "everyMs", runs::float8 AS runs, failures::float8 AS failures,
        last_success_at AS "lastSuccessAt", last_failure_at AS "lastFailureAt", last_error AS "lastError",
        waiting, waiting_since AS "waitingSince", watched_since AS "watchedSince",
        greatest(last_success_at, watched_since)
          < now() - make_interval(secs => greatest(3 * every_ms / 1000.0, 60)) AS "isLate"
      FROM job_states WHERE seen_at > now() - interval '1 minute'
    ) AS jobs
    ORDER BY "isLate" DESC, waiting DESC NULLS LAST, name
  `.execute(executor)
  return rows
}
