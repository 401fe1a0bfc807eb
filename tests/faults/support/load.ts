import { setTimeout as pause } from 'node:timers/promises'
import { cli, ingestRequest, matchEvent, postRequest } from './people.ts'
import type { Cluster } from './postgres.ts'
import type { Report } from './result.ts'

/** What was asked, how long the answer took, and whether it was one of those that are allowed. */
export interface TimedResponse {
  readonly what: string
  /** When it came, by `performance.now()`. */
  readonly at: number
  readonly ms: number
  readonly status: number
  readonly who: 'visitor' | 'member'
}

export interface Asked {
  readonly responses: readonly TimedResponse[]
  /** Answers that must not be: none at all, 500, a 503 without Retry-After. */
  readonly wrong: readonly string[]
}

/** The answer that took longest. */
export const slowest = (...all: readonly Asked[]): TimedResponse =>
  all
    .flatMap(({ responses }) => responses)
    .reduce((a, b) => (b.ms > a.ms ? b : a), { what: 'nothing', at: 0, ms: 0, status: 0, who: 'visitor' })

/** Longer than any bound of the suite: an answer that comes later counts as none. */
const deadlineMs = 20_000

/** One request; status 0 when there was no answer. A 5xx is right only as 503 with Retry-After. */
async function ask(
  url: string,
  path: string,
  init: RequestInit,
  into: { responses: TimedResponse[]; wrong: string[] },
): Promise<{ status: number; body: string }> {
  const begun = performance.now()
  const what = `${init.method ?? 'GET'} ${path}`
  const who = init.headers !== undefined && 'cookie' in init.headers ? 'member' : 'visitor'
  try {
    const response = await fetch(url + path, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineMs),
    })
    const body = await response.text()
    const { status } = response
    into.responses.push({ what, at: performance.now(), ms: performance.now() - begun, status, who })
    if (status >= 500 && (status !== 503 || !response.headers.has('retry-after')))
      into.wrong.push(`${what} ${status} ${body.slice(0, 80)}`)
    return { status, body }
  } catch (error) {
    const { name, cause } = error as Error
    into.responses.push({ what, at: performance.now(), ms: performance.now() - begun, status: 0, who })
    into.wrong.push(`${what}: no answer (${(cause as NodeJS.ErrnoException | undefined)?.code ?? name})`)
    return { status: 0, body: '' }
  }
}

const pages = ['/', '/social', '/leaderboards', '/minigames', '/events']
const reads = ['/api/posts', '/api/leaderboard', '/api/minecraft/status', '/api/community', '/api/events']

export interface Who {
  readonly cookies: readonly string[]
  readonly key: string
}

/** Visitors, members and a game server ask everything again and again until `until` is over. */
export async function loadReads(url: string, { cookies, key }: Who, until: Promise<unknown>): Promise<Asked> {
  const into = { responses: [] as TimedResponse[], wrong: [] as string[] }
  let over = false
  void until.then(() => {
    over = true
  })
  let requests = 0
  const count = () => {
    requests += 1
    return requests
  }
  const repeat = async (work: () => Promise<unknown>) => {
    while (!over) {
      await work()
      await pause(50)
    }
  }
  const cookie = cookies[0] ?? ''
  const next = (list: readonly string[]) => list[count() % list.length] ?? '/'
  await Promise.all([
    repeat(() => ask(url, next(pages), {}, into)),
    repeat(() => ask(url, next(pages), { headers: { cookie } }, into)),
    repeat(() => ask(url, next(reads), {}, into)),
    repeat(() => ask(url, '/api/user', { headers: { cookie } }, into)),
    repeat(() => ask(url, '/api/posts', postRequest(cookie, `around ${count()}`), into)),
    repeat(() => ask(url, '/api/ingest/events', ingestRequest(key, [matchEvent(count()).event]), into)),
    repeat(async () => {
      const body = JSON.stringify({ username: 'Nobody There', password: 'wrong horse' })
      const headers = { 'content-type': 'application/json' }
      await ask(url, '/api/login', { method: 'POST', headers, body }, into)
      await pause(500)
    }),
  ])
  return into
}

/** A database that answers statements. */
type Asking = Pick<Cluster, 'ask'>

/** What the site said it has stored. */
export class Acknowledged {
  readonly posts: number[] = []
  readonly likes: number[] = []
  readonly matches: string[] = []

  get count(): number {
    return this.posts.length + this.likes.length + this.matches.length
  }

  /** How many of them the database does not have. */
  async missing(cluster: Asking): Promise<number> {
    const [row] = await cluster.ask<{ found: number }>(
      `SELECT (SELECT count(*) FROM posts WHERE id = ANY($1::int[]))::int
         + (SELECT count(DISTINCT post_id) FROM post_likes WHERE post_id = ANY($2::int[]))::int
         + (SELECT count(*) FROM matches WHERE match_id = ANY($3::uuid[]))::int AS found`,
      [this.posts, this.likes, this.matches],
    )
    return this.count - (row?.found ?? 0)
  }
}

/** Members post and like, a game server reports matches, until `until` is over; what was acknowledged goes into `done`. */
export async function write(
  urlOf: () => string,
  { cookies, key }: Who,
  done: Acknowledged,
  until: Promise<unknown>,
): Promise<Asked> {
  const into = { responses: [] as TimedResponse[], wrong: [] as string[] }
  let over = false
  void until.then(() => {
    over = true
  })
  let number = 0
  await Promise.all(
    cookies.map(async (cookie) => {
      while (!over) {
        number += 1
        const posted = await ask(urlOf(), '/api/posts', postRequest(cookie, `post ${number}`), into)
        if (posted.status === 201) {
          const { id } = JSON.parse(posted.body) as { id: number }
          done.posts.push(id)
          const like = { ...postRequest(cookie, ''), body: JSON.stringify({ type: 'like' }) }
          const liked = await ask(urlOf(), `/api/posts/${id}/reactions`, like, into)
          if (liked.status === 200) done.likes.push(id)
        }
        const { matchId, event } = matchEvent(number)
        const sent = await ask(urlOf(), '/api/ingest/events', ingestRequest(key, [event]), into)
        if (sent.status === 200 && sent.body.includes('"accepted"')) done.matches.push(matchId)
        if (posted.status !== 201) await pause(20)
      }
    }),
  )
  return into
}

/** Everything acknowledged is there, and figures agree with matches. */
export async function promiseNothingLost(
  report: Report,
  cluster: Asking,
  environment: Readonly<Record<string, string>>,
  done: Acknowledged,
  root?: string,
): Promise<void> {
  const missing = await done.missing(cluster)
  const { posts, likes, matches } = done
  const all = `${posts.length} posts, ${likes.length} likes, ${matches.length} matches`
  report.promise(`acknowledged writes that are missing, of ${all}`, '0', String(missing), missing === 0)
  const { code, output } = await cli(environment, ['ledger', 'verify'], root)
  report.promise(
    '`ledger verify`',
    'exit 0',
    `exit ${code}${code === 0 ? '' : `: ${output.slice(0, 200)}`}`,
    code === 0,
  )
}
