import type { FastifyInstance } from 'fastify'
import type { Database } from '../platform/database.ts'
import { hasMatchesOrPosts } from './queries.ts'
import { Random } from './random.ts'
import { type SampleEvent, type SamplePlayer, sampleHistory, samplePlayers, samplePosts } from './world.ts'

export interface WorldSize {
  readonly players: number
  readonly matches: number
}

/** A world is only made where nothing is yet: sample data never mixes with real data. */
export class NotEmptyError extends Error {
  constructor() {
    super('There are matches or posts already: sample data only goes into an empty site.')
  }
}

const batch = 100

/**
 * Fills an empty site through its own handlers: matches as a game server reports them, members who register, post and
 * like.
 * @throws {NotEmptyError}
 */
export async function fillWorld(
  app: FastifyInstance,
  database: Database,
  secret: string,
  size: WorldSize,
  say: (progress: string) => void,
): Promise<readonly SamplePlayer[]> {
  if (await hasMatchesOrPosts(database)) throw new NotEmptyError()
  const random = new Random()
  const players = samplePlayers(random, size.players)
  const history = sampleHistory(random, players, size.matches, new Date())
  for (let from = 0; from < history.length; from += batch) {
    await reportEvents(app, secret, history.slice(from, from + batch))
    say(`${Math.min(from + batch, history.length)} of ${history.length} matches`)
  }
  await writeFeed(app, random)
  say(`${samplePosts.length} posts`)
  return players
}

/** @throws when the site rejects one of them: sample events are meant to be right */
export async function reportEvents(
  app: FastifyInstance,
  secret: string,
  events: readonly SampleEvent[],
): Promise<void> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/ingest/events',
    headers: { authorization: `Bearer ${secret}` },
    payload: { events },
  })
  if (answer.statusCode !== 200) throw new Error(`the ingest answered ${answer.statusCode}: ${answer.body}`)
  const { results } = answer.json<{ results: { status: string; reason?: string }[] }>()
  const refused = results.find(({ status }) => status !== 'accepted')
  if (refused !== undefined) throw new Error(`a sample match was ${refused.status}: ${refused.reason ?? ''}`)
}

async function writeFeed(app: FastifyInstance, random: Random): Promise<void> {
  const cookies: string[] = []
  for (let n = 1; n <= 4; n += 1) cookies.push(await register(app, `Sample Member ${n}`, random.uuid()))
  for (const content of samplePosts) {
    const { id } = await call<{ id: number }>(app, '/api/posts', random.pick(cookies), { content })
    for (const cookie of cookies) {
      if (random.next() < 0.5) await call(app, `/api/posts/${id}/reactions`, cookie, { type: 'like' })
    }
  }
}

async function register(app: FastifyInstance, username: string, password: string): Promise<string> {
  const answer = await app.inject({ method: 'POST', url: '/api/register', payload: { username, password } })
  const cookie = answer.cookies[0]
  if (answer.statusCode !== 201 || cookie === undefined)
    throw new Error(`registering answered ${answer.statusCode}`)
  return `${cookie.name}=${cookie.value}`
}

async function call<T>(app: FastifyInstance, url: string, cookie: string, payload: object): Promise<T> {
  const answer = await app.inject({ method: 'POST', url, headers: { cookie }, payload })
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
  return answer.json<T>()
}
