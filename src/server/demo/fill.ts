import type { FastifyInstance } from 'fastify'
import type { MatchReport } from '../../../integrations/core/src/match.ts'
import type { Post } from '../../contract/posts/posts-schemas.ts'
import type { Database } from '../platform/database/database.ts'
import { announceEvents } from './announce-events.ts'
import { call, registerMember, type SampleMember } from './calls.ts'
import type { SampleServer } from './game-server.ts'
import { publishSampleNews } from './publish-news.ts'
import { hasMatchesOrPosts } from './queries.ts'
import { Random } from './random.ts'
import {
  type SamplePlayer,
  sampleComments,
  sampleHistory,
  samplePlayers,
  samplePosts,
} from './sample-data.ts'
import { sampleFace } from './sample-face.ts'
import { fillPunishments } from './sample-punishments.ts'
import { fillGameReports } from './sample-reports.ts'
import { insertSampleSeasons } from './sample-seasons.ts'
import { fillAdmin } from './staff-work.ts'

export interface SampleSize {
  readonly players: number
  readonly matches: number
}

/** Sample data is only created in an empty site, so that it never mixes with real data. */
export class NotEmptyError extends Error {
  constructor() {
    super('There are matches or posts already: sample data only goes into an empty site.')
  }
}

/** Reported at once; the SDK keeps at most 5,000. */
const batch = 1_000
/** Players with a face; it is drawn for each. */
const maxFaces = 1_000

/**
 * Fills an empty site through its own handlers: matches as a game server reports them, and members who register, post,
 * like and join events, and news. The game server has been started.
 * @throws {NotEmptyError}
 */
export async function fillSampleData(
  app: FastifyInstance,
  database: Database,
  server: SampleServer,
  size: SampleSize,
  say: (progress: string) => void,
): Promise<readonly SamplePlayer[]> {
  if (await hasMatchesOrPosts(database)) throw new NotEmptyError()
  const random = new Random()
  const players = samplePlayers(random, size.players)
  const history = sampleHistory(random, players, size.matches, new Date())
  for (let from = 0; from < history.length; from += batch) {
    for (const match of history.slice(from, from + batch)) server.client.reportMatch(match)
    await server.settled()
    say(`${Math.min(from + batch, history.length)} of ${history.length} matches`)
  }
  await insertSampleSeasons(database, new Date())
  await joinOnce(server, playersOf(history, players))
  const members: SampleMember[] = []
  for (let n = 1; n <= 4; n += 1) members.push(await registerMember(app, `Sample Member ${n}`))
  await writeFeed(app, random, members)
  say(`${samplePosts.length} posts`)
  say(`${await announceEvents(app, database, random, members)} events`)
  say(`${await publishSampleNews(app, database, members)} news items`)
  const played = playersOf(history, players)
  say(`${await fillPunishments(app, server, played)} punishments`)
  say(`${await fillGameReports(server, played)} reports from the game`)
  say(`${await fillAdmin(app, members)} reports, applications and messages for staff`)
  return players
}

/** Those who played: a face alone would make an account. */
function playersOf(history: readonly MatchReport[], players: readonly SamplePlayer[]): SamplePlayer[] {
  const played = new Set(history.flatMap((match) => match.players.map(({ xuid }) => xuid)))
  return players.filter(({ xuid }) => played.has(xuid))
}

/** Everybody joined once more, so that the site knows their faces. */
async function joinOnce({ client, settled }: SampleServer, players: readonly SamplePlayer[]): Promise<void> {
  for (const [index, { xuid, gamertag }] of players.slice(0, maxFaces).entries()) {
    client.joined({ xuid }, gamertag, { head: await sampleFace(index) })
    client.left({ xuid })
  }
  await settled()
}

async function writeFeed(
  app: FastifyInstance,
  random: Random,
  members: readonly SampleMember[],
): Promise<void> {
  for (const content of samplePosts) {
    const by = random.pick(members)
    const { id } = await call<Post>(app, { method: 'POST', url: '/api/posts', by, payload: { content } })
    for (const liker of members) {
      const like = { method: 'POST', url: `/api/posts/${id}/reactions`, payload: { type: 'like' } } as const
      if (random.next() < 0.5) await call(app, { ...like, by: liker })
    }
    for (const content of sampleComments.filter(() => random.next() < 0.4)) {
      const url = `/api/posts/${id}/comments` as const
      await call(app, { method: 'POST', url, by: random.pick(members), payload: { content } })
    }
  }
}
