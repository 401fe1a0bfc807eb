import { setTimeout as pause } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../database/database.ts'
import { QueryDeadline } from '../database/query-deadline.ts'
import { readDue, type Waiting } from './waiting.ts'

/** Work that is done again and again beside requests. A run that fails is logged; the next one tries again. */
export interface Job {
  /** As operators read it, such as "event reminders". Unique. */
  readonly name: string
  /** Time between the starts of two runs; a run that takes longer is never doubled. */
  readonly everyMs: number
  /**
   * A condition in SQL, answered by an index: while it does not hold, there is nothing to do. The conditions of all jobs
   * are asked in one statement, every second, so that empty queues cost no statements of their own. While it holds, runs
   * start `everyMs` apart.
   */
  readonly due?: () => RawBuilder<unknown>
  /** The first run comes after one interval instead of at the start of the site. */
  readonly isLater?: true
  /** Live channels whose messages start a run at once. */
  readonly wakeOn?: string | readonly string[]
  /** Time between the starts of two runs at least, whatever wakes the job; unset: none. */
  readonly restMs?: number
  /** How long until the next work is due, which the next interval may be too late for; null: none. Asked after each run. */
  readonly dueInMs?: () => Promise<number | null>
  /** How long a stop waits for a run; unset: 5 s. What it cut off is made again, here or by another process. */
  readonly goodbyeMs?: number
  /** What waits in its queue, if it works off one. Asked every 15 s. */
  readonly waits?: () => Promise<Waiting>
  /** `stopping` is aborted when the site stops: work of many steps ends after its current one. */
  readonly work: (stopping: AbortSignal) => Promise<unknown>
}

/** What became of a job in this process. */
export interface JobState {
  readonly name: string
  readonly everyMs: number
  readonly waits: Job['waits']
  runs: number
  failures: number
  /** Undefined before the first run that did not fail. */
  lastSuccessAt: Date | undefined
  lastFailureAt: Date | undefined
  /** Class and message of the newest failure, as in the log. */
  lastError: string | undefined
}

export interface Jobs {
  readonly states: readonly JobState[]
  /** Starts no run any more, and waits for those that are under way. */
  stop(): Promise<void>
}

const tenMinutes = 10 * 60_000

/** A job that removes what is over, every ten minutes. */
export const sweep = (name: string, work: Job['work']): Job => ({
  name,
  everyMs: tenMinutes,
  isLater: true,
  work,
})

/** Calls a step until it handled less than a full batch, or the site stops. */
export async function whileFull(
  stopping: AbortSignal,
  full: number,
  step: () => Promise<number>,
): Promise<void> {
  while (!stopping.aborted && (await step()) === full);
}

/** How often jobs are asked whether something is due. */
const lookEveryMs = 1_000

/** Starts all jobs. Each runs by itself: one that fails or takes long holds no other back. */
export function startJobs(
  { database, live, log }: Pick<Context, 'live' | 'log'> & { readonly database: Pick<Database, 'sql'> },
  jobs: readonly Job[],
): Jobs {
  const running = jobs.map((job) => new RunningJob(job, { live, log }))
  const queues = running.filter(({ due }) => due !== undefined)
  const lookout = queues.length > 0 ? new Lookout(queues, { database, log }) : undefined
  return {
    states: running.map(({ state }) => state),
    async stop() {
      lookout?.stop()
      await Promise.all(running.map((job) => job.stop()))
    },
  }
}

/** Asks for all queues at once. Where the answer fails or is late, each of them looks for itself. */
class Lookout {
  readonly #timer: NodeJS.Timeout
  #look: Promise<void> | undefined
  #hasFailed = false
  #hasStopped = false

  constructor(
    private readonly queues: readonly RunningJob[],
    private readonly site: Pick<Context, 'log'> & { readonly database: Pick<Database, 'sql'> },
  ) {
    this.#timer = setInterval(() => {
      if (this.#look !== undefined) this.#startAll()
      else
        this.#look = QueryDeadline.without(() => this.#ask()).finally(() => {
          this.#look = undefined
        })
    }, lookEveryMs)
  }

  async #ask(): Promise<void> {
    const { database, log } = this.site
    try {
      const conditions = this.queues.map((job) => job.due!())
      const due = await readDue(database.sql, conditions)
      for (const [number, job] of this.queues.entries())
        if (due.includes(number)) job.startInTurn()
        else job.hasNothingToDo()
      this.#hasFailed = false
    } catch (error) {
      if (!this.#hasFailed && !this.#hasStopped)
        log.warn({ err: error }, 'what is due could not be asked: each job looks for itself')
      this.#hasFailed = true
      this.#startAll()
    }
  }

  #startAll(): void {
    for (const job of this.queues) job.startInTurn()
  }

  /** A look that is under way is not waited for, since it changes nothing and may hang: it starts no job any more. */
  stop(): void {
    this.#hasStopped = true
    clearInterval(this.#timer)
  }
}

/** Never a stack, a statement or its values; a text column takes no NUL. */
const shortError = (error: unknown) =>
  (error instanceof Error ? `${error.constructor.name}: ${error.message}` : String(error))
    .replaceAll('\0', '')
    .slice(0, 500)

class RunningJob {
  readonly state: JobState
  readonly #job: Job
  readonly #log: Context['log']
  readonly #stopping = new AbortController()
  readonly #timer: NodeJS.Timeout | undefined
  readonly #stopListening: readonly (() => void)[]
  #due: NodeJS.Timeout | undefined
  #run: Promise<void> | undefined
  #isWanted = false
  #startedAt = Number.NEGATIVE_INFINITY

  constructor(job: Job, { live, log }: Pick<Context, 'live' | 'log'>) {
    const { name, everyMs, isLater, wakeOn = [], waits } = job
    this.state = {
      name,
      everyMs,
      waits,
      runs: 0,
      failures: 0,
      lastSuccessAt: undefined,
      lastFailureAt: undefined,
      lastError: undefined,
    }
    this.#job = job
    this.#log = log
    if (job.due === undefined) this.#timer = setInterval(() => this.start(), everyMs)
    this.#stopListening = [wakeOn].flat().map((channel) => live.listen(channel, () => this.#wake()))
    if (!isLater) this.start()
  }

  get due() {
    return this.#job.due
  }

  start(): void {
    if (this.#stopping.signal.aborted) return
    this.#run ??= QueryDeadline.without(() => this.#runWhileWanted()).finally(() => {
      this.#run = undefined
    })
  }

  /** Starts unless the last run began less than the interval ago; a look comes early or late by half of its own. */
  startInTurn(): void {
    if (performance.now() - this.#startedAt > this.#job.everyMs - lookEveryMs / 2) this.start()
  }

  /** To have looked and found nothing is a success. What a run that is under way has taken is no longer due. */
  hasNothingToDo(): void {
    if (this.#run === undefined) this.state.lastSuccessAt = new Date()
  }

  /** A run that is under way may have looked before the news came: another one follows it. */
  #wake(): void {
    this.#isWanted = true
    this.start()
  }

  async #runWhileWanted(): Promise<void> {
    do {
      this.#isWanted = false
      const rested = this.#rest()
      await this.#runOnce()
      await rested
    } while (this.#isWanted && !this.#stopping.signal.aborted)
  }

  async #rest(): Promise<void> {
    const { restMs = 0 } = this.#job
    // A stop ends it.
    if (restMs > 0) await pause(restMs, undefined, { signal: this.#stopping.signal }).catch(() => {})
  }

  async #wakeWhenDue(): Promise<void> {
    const { dueInMs, everyMs } = this.#job
    clearTimeout(this.#due)
    const ms = (await dueInMs?.()) ?? Infinity
    if (ms >= everyMs || this.#stopping.signal.aborted) return
    this.#due = setTimeout(() => this.#wake(), ms)
  }

  async #runOnce(): Promise<void> {
    this.#startedAt = performance.now()
    this.state.runs += 1
    try {
      await this.#job.work(this.#stopping.signal)
      await this.#wakeWhenDue()
      this.state.lastSuccessAt = new Date()
    } catch (error) {
      this.state.failures += 1
      this.state.lastFailureAt = new Date()
      this.state.lastError = shortError(error)
      this.#log.warn({ err: error, job: this.#job.name }, 'a job failed; its next run tries again')
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    clearInterval(this.#timer)
    clearTimeout(this.#due)
    for (const stopListening of this.#stopListening) stopListening()
    let timer: NodeJS.Timeout | undefined
    const longest = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.#job.goodbyeMs ?? 5_000)
    })
    await Promise.race([this.#run, longest]).finally(() => clearTimeout(timer))
  }
}
