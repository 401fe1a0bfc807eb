import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Executor } from '../../../platform/database/database.ts'
import { startJobs } from '../../../platform/jobs/jobs.ts'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../../testing/game-server.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { defaultFairPlay } from '../../content/default-words.ts'
import { moderationSetup } from '../testing/moderation-setup.ts'
import { detectorJob, scanUntilDone } from './detector.ts'
import { refreshModeDurations, scanQueued } from './queries.ts'

const { detector: limits } = defaultFairPlay

let site: TestApp
let game: TestGameServer
let staff: TestBrowser
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  game = await gameServer(site)
  staff = await somebody('Moderator')
  // What is usual: matches of a minute.
  const usual = Array.from({ length: 400 }, (_, n) =>
    n % 2 === 0
      ? duel(`a${n % 9}`, `b${n % 7}`, 9_000 + n, 60)
      : duel(`b${n % 7}`, `a${n % 9}`, 9_000 + n, 60),
  )
  await play(...usual)
  await refreshModeDurations(site.database.sql)
})
afterAll(() => site.close())

const { somebody } = moderationSetup(() => site)

const fresh = () => `d${randomUUID().slice(0, 12)}`

/** A match that ended so many minutes ago and took so many seconds. */
function duel(winner: string, loser: string, minutesAgo: number, seconds: number, said: Said = {}) {
  const ended = Date.now() - minutesAgo * 60_000
  return match(
    [
      player(winner, { kills: 3, points: 5, ...said.winner }),
      player(loser, { result: 'loss', deaths: 3, ...said.loser }),
    ],
    {
      startedAt: new Date(ended - seconds * 1_000).toISOString(),
      endedAt: new Date(ended).toISOString(),
      ...said.match,
    },
  )
}
interface Said {
  readonly winner?: object
  readonly loser?: object
  readonly match?: object
}

/** Matches one after the other, the last an hour ago. */
const series = (count: number, one: (n: number, minutesAgo: number) => ReturnType<typeof match>) =>
  Array.from({ length: count }, (_, n) => one(n, 60 + (count - n) * 5))

async function play(...matches: ReturnType<typeof match>[]): Promise<string[]> {
  for (let at = 0; at < matches.length; at += 50)
    await game.report(...matches.slice(at, at + 50).map((data) => event('match', data)))
  return matches.map(({ matchId }) => matchId)
}

const scan = () => scanUntilDone(site.context, limits)

interface Stored {
  readonly id: number
  readonly pattern: string
  readonly subject: number
  readonly other: number | null
  readonly reason: string
  readonly evidence: { matches: { matchId: string }[] }
}

async function casesOf(...players: string[]): Promise<Stored[]> {
  const ids = await Promise.all(players.map((one) => accountOf(site, one)))
  const { rows } = await sql<Stored>`
    SELECT id, pattern, subject_user_id AS subject, other_user_id AS other, reason, evidence FROM moderation_reports
    WHERE pattern IS NOT NULL AND (subject_user_id = ANY(${ids}::int[]) OR other_user_id = ANY(${ids}::int[]))
    ORDER BY id
  `.execute(site.database.sql)
  return rows
}
const patternsOf = async (...players: string[]) => (await casesOf(...players)).map(({ pattern }) => pattern)

/** Players who have played for long, so that they are not new. */
async function known(...players: string[]): Promise<void> {
  await play(...players.map((one) => duel(one, fresh(), 60 * 24 * 30, 60)))
}

const decide = (id: number, decision = 'dismiss') =>
  staff.post('/api/admin/moderation/decisions', { subjectType: 'pattern', subjectId: id, decision })

describe('one-sided matches', () => {
  const boost = (winner: string, loser: string, said: Said = {}, count = 8, seconds = 10) =>
    series(count, (_, minutesAgo) =>
      duel(winner, loser, minutesAgo, seconds, { loser: { kills: 1 }, ...said }),
    )

  test('[fair.73] 8 matches of a pair within 24 hours, one way and quick, are a case with both and the matches', async () => {
    const [winner, loser] = [fresh(), fresh()]
    await known(winner, loser)
    const ids = await play(...boost(winner, loser))
    expect(await scan()).toBe(1)
    const [found] = await casesOf(winner)
    expect(found).toMatchObject({
      pattern: 'one_sided',
      subject: await accountOf(site, winner),
      other: await accountOf(site, loser),
      reason: 'Won 8 of 8 matches within 24 hours, in 17 % of the usual time',
    })
    expect(found?.evidence.matches.map(({ matchId }) => matchId)).toEqual([...ids].reverse())
    expect(found?.evidence.matches[0]).toMatchObject({
      mode: 'Boxing',
      result: 'win',
      seconds: 10,
      usualSeconds: 60,
      opponent: { kills: 1, deaths: 3 },
    })
    // The evidence passes the schema of the queue, and staff find the case there.
    const { json } = await staff.get('/api/admin/cases?subjectType=pattern')
    expect(json.cases[0]).toMatchObject({ id: found?.id, pattern: 'one_sided', class: 'boosting' })
  })

  test('[voice.34] new cases are one event for staff, in the transaction that opens them', async () => {
    const events = async () => {
      const { rows } = await sql`
        SELECT kind, collapse_key, title FROM notification_fanouts WHERE event_key LIKE 'patterns:%'
      `.execute(site.database.sql)
      return rows
    }
    await sql`DELETE FROM notification_fanouts`.execute(site.database.sql)
    const [winner, loser] = [fresh(), fresh()]
    await known(winner, loser)
    await play(...boost(winner, loser, {}, 7))
    await scan()
    expect(await events()).toEqual([])
    await play(duel(winner, loser, 55, 10, { loser: { kills: 1 } }))
    expect(await scan()).toBe(1)
    expect(await events()).toEqual([
      { kind: 'staff', collapse_key: 'staff:moderation', title: 'There are new reports' },
    ])
  })

  test('[fair.73] 7 matches, 2 of 10 lost, matches of the usual length and a week in between are no case', async () => {
    const pairs = [0, 1, 2, 3].map(() => [fresh(), fresh()] as const)
    await known(...pairs.flat())
    const [few, mixed, slow, rare] = pairs as [Pair, Pair, Pair, Pair]
    await play(
      ...boost(...few, {}, 7),
      ...series(10, (n, ago) =>
        n < 2 ? duel(mixed[1], mixed[0], ago, 10) : duel(...mixed, ago, 10, { loser: { kills: 1 } }),
      ),
      ...boost(...slow, {}, 12, 40),
      ...series(8, (n) => duel(...rare, 60 + n * 60 * 24, 10, { loser: { kills: 1 } })),
    )
    expect(await scan()).toBe(0)
  })

  test('[fair.77] void, excluded, unranked and conformance matches do not count', async () => {
    const pairs = [0, 1, 2, 3].map(() => [fresh(), fresh()] as const)
    await known(...pairs.flat())
    const [voided, excluded, unranked, conformance] = pairs as [Pair, Pair, Pair, Pair]
    const [first] = await play(...boost(...voided))
    await game.report(event('match.void', { matchId: first, reason: 'crash' }))
    const ruled = await play(...boost(...excluded))
    const ruling = { action: 'exclude', matchIds: [ruled[3]], reason: 'Played by somebody else' }
    expect((await staff.post('/api/admin/rulings', ruling)).status).toBe(201)
    await play(
      ...boost(...unranked, { match: { ranked: false } }),
      ...boost(...conformance, { match: { gameType: 'conformance' } }),
    )
    expect(await scan()).toBe(0)
  })

  test('[fair.77] a match that arrives late completes those around it', async () => {
    const [winner, loser] = [fresh(), fresh()]
    await known(winner, loser)
    const all = boost(winner, loser)
    await play(...all.slice(0, 3), ...all.slice(4))
    expect(await scan()).toBe(0)
    await play(all[3]!)
    expect(await scan()).toBe(1)
    expect(await patternsOf(winner)).toEqual(['one_sided'])
  })

  test('[fair.78] one open case whatever follows; after a decision only later matches count', async () => {
    const [winner, loser] = [fresh(), fresh()]
    await known(winner, loser)
    await play(...boost(winner, loser))
    expect(await scan()).toBe(1)
    await play(duel(winner, loser, 30, 10, { loser: { kills: 1 } }))
    expect(await scan()).toBe(0)
    const [found] = await casesOf(winner)
    expect((await decide(found!.id)).status).toBe(200)
    await play(...boost(winner, loser, {}, 4), duel(winner, loser, 20, 10, { loser: { kills: 1 } }))
    expect(await scan()).toBe(0)
    await sql`UPDATE moderation_reports SET decided_at = now() - interval '3 hours' WHERE id = ${found!.id}`.execute(
      site.database.sql,
    )
    await play(...boost(winner, loser, {}, 8))
    expect(await scan()).toBe(1)
    expect(await patternsOf(winner)).toEqual(['one_sided', 'one_sided'])
  })

  test('[fair.78] the memory of a decision follows the player who links', async () => {
    const [winner, loser] = [fresh(), fresh()]
    await known(winner, loser)
    await play(...boost(winner, loser))
    await scan()
    const [found] = await casesOf(winner)
    await decide(found!.id, 'action')
    const member = await site.member()
    const said = await game.report(event('link.request', { xuid: winner, gamertag: 'Tag' }))
    expect((await member.post('/api/link', { code: said.json.results[0].code })).status).toBe(200)
    await play(duel(winner, loser, 50, 10, { loser: { kills: 1 } }))
    expect(await scan()).toBe(0)
    expect((await casesOf(winner)).map(({ subject }) => subject)).toEqual([member.user.id])
  })

  test('[cups.67] [cups.136] [cups.149] Matches that count in a bracket are left out of the patterns of a pair, also in the final bracket of an arena; those of its table are not', async () => {
    const [winner, loser, inCup, outInCup] = [fresh(), fresh(), fresh(), fresh()]
    const [inArena, outInArena, inFinal, outInFinal] = [fresh(), fresh(), fresh(), fresh()]
    await known(winner, inCup, inArena, inFinal)
    const ofFinal = await play(...boost(inFinal, outInFinal, {}, 20))
    const ofArena = await play(...boost(inArena, outInArena, {}, 20))
    const ids = await play(...boost(inCup, outInCup, {}, 20))
    const count = (format: string, inBracket: boolean, matchIds: readonly string[]) =>
      sql`
        WITH made AS (
          INSERT INTO events (title, description, start_date, end_date)
          VALUES ('Cup', 'A cup', now() - interval '1 day', now()) RETURNING id
        ), cup AS (
          INSERT INTO cups (event_id, format, mode, seats, minimum) SELECT id, ${format}, 'boxing', 8, 4 FROM made
          RETURNING event_id
        )
        INSERT INTO cup_matches (match_id, event_id, in_bracket)
        SELECT match_id, event_id, ${inBracket} FROM cup, unnest(${[...matchIds]}::uuid[]) AS match_id
      `.execute(site.database.sql)
    await count('single', true, ids)
    await count('arena', false, ofArena)
    await count('arena', true, ofFinal)
    await play(...boost(winner, loser, {}, 20))
    await scan()
    expect((await patternsOf(winner)).sort()).toEqual(['feeding', 'one_sided'])
    expect(await patternsOf(inCup, outInCup)).toEqual([])
    expect(await patternsOf(inFinal, outInFinal)).toEqual([])
    expect((await patternsOf(inArena)).sort()).toEqual(['feeding', 'one_sided'])
  })
})

type Pair = readonly [string, string]

test('[fair.79] the site looks at matches by itself once they are stored, and staff see the case', async () => {
  const [winner, loser] = [fresh(), fresh()]
  await known(winner, loser)
  await scan()
  const jobs = startJobs(site.context, [detectorJob(site.context, site.content)])
  try {
    await play(...series(8, (_, ago) => duel(winner, loser, ago, 10, { loser: { kills: 1 } })))
    await expect.poll(() => patternsOf(winner)).toEqual(['one_sided'])
  } finally {
    await jobs.stop()
  }
})

/** Rows of the queue that this connection has read. */
async function rowsRead(executor: Executor): Promise<number> {
  const { rows } = await sql<{ read: string }>`
    SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) AS read
    FROM pg_stat_xact_user_tables WHERE relname = 'detector_queue'
  `.execute(executor)
  return Number(rows[0]!.read)
}

test('[fair.79] of a long queue only what is taken is read, also after it was short', async () => {
  await scan()
  await site.database.sql.connection().execute(async (connection) => {
    await sql`INSERT INTO detector_queue VALUES (gen_random_uuid())`.execute(connection)
    await sql`VACUUM ANALYZE detector_queue`.execute(connection)
    expect(await scanQueued(connection, 20, limits)).toEqual({ taken: 1, opened: 0 })
    await connection.transaction().execute(async (transaction) => {
      await sql`INSERT INTO detector_queue SELECT gen_random_uuid() FROM generate_series(1, 20_000)`.execute(
        transaction,
      )
      const before = await rowsRead(transaction)
      expect(await scanQueued(transaction, 20, limits)).toEqual({ taken: 20, opened: 0 })
      // Once to take them, once to delete them.
      expect((await rowsRead(transaction)) - before).toBe(2 * 20)
    })
    await sql`DELETE FROM detector_queue`.execute(connection)
  })
})

test('[fair.74] a new account whose matches are mostly quick losses to one player is a case about that player', async () => {
  const [fed, feeder] = [fresh(), fresh()]
  await known(fed)
  await play(...series(10, (_, ago) => duel(fed, feeder, ago * 50, 20, { loser: { kills: 2 } })))
  expect(await scan()).toBe(1)
  expect(await casesOf(fed)).toMatchObject([
    {
      pattern: 'feeding',
      subject: await accountOf(site, fed),
      other: await accountOf(site, feeder),
      reason:
        'Won 10 of 10 matches against a new account that plays hardly anybody else, in 33 % of the usual time',
    },
  ])
})

test('[fair.74] an old account, losses at the usual pace and other opponents are no case', async () => {
  const [fed, old, friend, sociable] = [fresh(), fresh(), fresh(), fresh()]
  await known(fed, old)
  await play(
    ...series(10, (_, ago) => duel(fed, old, ago * 50, 20, { loser: { kills: 2 } })),
    ...series(20, (n, ago) =>
      duel(fed, friend, ago * 50 + 3, n % 3 === 0 ? 20 : 50, { loser: { kills: 2 } }),
    ),
    ...series(10, (_, ago) => duel(fed, sociable, ago * 50 + 7, 20, { loser: { kills: 2 } })),
    ...series(3, (_, ago) => duel(fresh(), sociable, ago * 50 + 9, 20, { loser: { kills: 2 } })),
  )
  expect(await scan()).toBe(0)
})

test('[fair.75] five quick losses in a row without a kill are a case; a kill or a win between is none', async () => {
  const [thrower, fighter, winner, one] = [fresh(), fresh(), fresh(), fresh()]
  await known(thrower, fighter, winner, one)
  await play(
    ...series(5, (n, ago) => duel(n < 3 ? one : fresh(), thrower, ago, 10)),
    ...series(5, (n, ago) => duel(fresh(), fighter, ago, 10, { loser: { kills: n === 2 ? 1 : 0 } })),
    ...series(6, (n, ago) => (n === 3 ? duel(winner, fresh(), ago, 10) : duel(fresh(), winner, ago, 10))),
  )
  expect(await scan()).toBe(1)
  expect(await casesOf(thrower)).toMatchObject([
    {
      pattern: 'throwing',
      subject: await accountOf(site, thrower),
      other: await accountOf(site, one),
      reason: 'Lost 5 matches in a row without a kill, in 17 % of the usual time',
    },
  ])
})

test('[fair.76] another input with many more wins is a case; the same wins with the same input are none', async () => {
  const [sharer, steady] = [fresh(), fresh()]
  await known(sharer, steady)
  const career = (who: string, later: string) =>
    series(28, (n, ago) => {
      const input = n < 20 ? 'touch' : later
      return n < 20 && n % 4 > 0
        ? duel(fresh(), who, ago * 10, 60, { loser: { input, kills: 1 } })
        : duel(who, fresh(), ago * 10, 60, { winner: { input } })
    })
  await play(...career(sharer, 'keyboard'), ...career(steady, 'touch'))
  expect(await scan()).toBe(1)
  expect(await casesOf(sharer)).toMatchObject([
    {
      pattern: 'input_switch',
      subject: await accountOf(site, sharer),
      other: null,
      reason: 'Won 8 of 8 matches with keyboard, after 5 of 20 with another input',
    },
  ])
})
