import { createHash, randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { duel, fighter } from './lib/duels.mjs'
import { emptySite } from './lib/empty-site.mjs'
import { median, round } from './lib/load.mjs'
import { signUp } from './lib/people.mjs'

// A ranked win of a player whom 100,000 members follow beside one of a player whom nobody follows, in turns: wins that
// earn nothing, and wins that earn a milestone, which every follower is notified of. Then 10,000 likes of one post.

const followers = Number(process.env.BENCH_FOLLOWERS ?? 100_000)
const likes = Number(process.env.BENCH_LIKES ?? 10_000)
const turns = Number(process.env.BENCH_ROUNDS ?? 60)
/** Points that reach the next step of points each time. */
const milestones = [500, 500, 1_500, 2_500, 5_000]
/** Wins before: past the longest streak that is a milestone, and far from the next number of wins. */
const winsBefore = 110
const fanoutMs = 600_000

const followed = { name: 'followed', winner: fighter(1, 'Followed'), loser: fighter(2, 'Rival 2') }
const alone = { name: 'alone', winner: fighter(3, 'Alone'), loser: fighter(4, 'Rival 4') }

export async function run() {
  const bench = await emptySite()
  try {
    const { client } = bench
    const site = await bench.start()
    for (const one of [followed, alone]) {
      const wins = Array.from({ length: winsBefore }, () => win(one, 0))
      for (let from = 0; from < wins.length; from += 50) await bench.report(wins.slice(from, from + 50))
    }
    await untilRated(client)
    await addFollowers(client)
    const plain = await timeInTurns(
      bench,
      Array.from({ length: turns + 5 }, () => 0),
    )
    const earned = await timeMilestones(bench, site)
    const liked = await timeLikes(client, site)
    print({ plain: ofTurns(plain.slice(5)), earned: ofTurns(earned.times), ...earned.figures, ...liked })
  } finally {
    await bench.stop()
  }
}

/** A ranked win that gives so many points, and no kills. */
function win({ winner, loser }, points) {
  const event = duel({ at: new Date().toISOString(), gameType: 'boxing', winner, loser })
  const [first, second] = event.data.players
  event.data.players = [
    { ...first, points, kills: 0 },
    { ...second, points: 0, kills: 0 },
  ]
  return event
}

async function addFollowers(client) {
  await client.query(
    `INSERT INTO users (username, password_hash) SELECT 'follower' || n, 'none' FROM generate_series(1, $1::int) AS n`,
    [followers],
  )
  await client.query(
    `INSERT INTO follows (follower_id, player_id)
     SELECT users.id, user_id FROM users, game_identities WHERE username LIKE 'follower%' AND value = $1`,
    [followed.winner.xuid],
  )
  await client.query('VACUUM ANALYZE')
}

async function timed(work) {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Milliseconds of one match of each, once per entry of `points`; who is first changes each time. */
async function timeInTurns({ client, report }, points) {
  const times = []
  for (const [n, one] of points.entries()) {
    const row = {}
    for (const player of n % 2 === 0 ? [followed, alone] : [alone, followed]) {
      await untilRated(client)
      row[player.name] = await timed(() => report([win(player, one)]))
    }
    times.push(row)
  }
  return times
}

/** The same with wins that earn a milestone, each after the one before it reached all followers. */
async function timeMilestones(bench, site) {
  const { client } = bench
  const times = []
  const seconds = []
  const meanwhile = []
  const before = site.megabytes()
  let peak = before
  for (const points of milestones) {
    times.push(...(await timeInTurns(bench, [points])))
    const begun = performance.now()
    while (!(await isThrough(client, times.length))) {
      if (performance.now() - begun > fanoutMs) throw new Error('the followers were not notified in time')
      peak = Math.max(peak, site.megabytes())
      meanwhile.push(await timed(() => bench.report([win(alone, 0)])))
      await pause(20)
    }
    seconds.push((performance.now() - begun) / 1_000)
  }
  const { rows } = await client.query(
    `SELECT count(*)::int AS notified FROM notifications WHERE event_key LIKE 'milestone:%'`,
  )
  if (rows[0].notified !== followers * milestones.length)
    throw new Error(`${rows[0].notified} rows of ${milestones.length} milestones for ${followers} followers`)
  const figures = {
    fanoutSeconds: round(median(seconds), 1),
    meanwhileMs: round(median(meanwhile), 1),
    megabytes: { before, peak },
  }
  return { times, figures }
}

/** Whether so many milestones are announced and their followers notified. */
async function isThrough(client, count) {
  const { rows } = await client.query('SELECT count(done_at)::int AS done FROM notification_fanouts')
  return rows[0].done === count
}

/** The site's worker clears its queue in the transaction that announces milestones. */
async function untilRated(client) {
  for (;;) {
    const { rows } = await client.query('SELECT EXISTS (SELECT FROM rating_queue) AS waits')
    if (!rows[0].waits) return
    await pause(50)
  }
}

/** So many members like one post, four at a time. */
async function timeLikes(client, { url }) {
  const author = await signUp(url, 'bench-author')
  const send = async (path, cookie, body) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const { id } = await send('/api/posts', author, { content: 'Liked by everybody' })
  const name = author.split('=')[0]
  const tokens = Array.from({ length: likes }, () => randomBytes(32).toString('base64url'))
  await client.query(
    `INSERT INTO sessions (token_hash, user_id)
     SELECT decode(hash, 'hex'), one.id FROM unnest($1::text[]) WITH ORDINALITY AS tokens (hash, n)
     JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM users WHERE username LIKE 'follower%') AS one USING (n)`,
    [tokens.map((token) => createHash('sha256').update(token).digest('hex'))],
  )
  const times = []
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let token = tokens.pop(); token !== undefined; token = tokens.pop()) {
        const cookie = `${name}=${token}`
        times.push(await timed(() => send(`/api/posts/${id}/reactions`, cookie, { type: 'like' })))
      }
    }),
  )
  const seconds = (performance.now() - begun) / 1_000
  const { rows } = await client.query(
    `SELECT (SELECT count(*)::int FROM post_likes WHERE post_id = $1) AS likes,
       (SELECT count(*)::int FROM notifications WHERE post_id = $1) AS notifications`,
    [id],
  )
  const [{ likes: stored, notifications }] = rows
  if (stored !== likes || notifications !== 1)
    throw new Error(`${stored} likes made ${notifications} notifications`)
  const part = Math.ceil(likes / 10)
  return {
    likes: stored,
    notifications,
    likesPerSecond: round(likes / seconds, 0),
    likeMs: {
      first: round(median(times.slice(0, part)), 1),
      last: round(median(times.slice(-part)), 1),
    },
  }
}

/** Medians, and the median of the ratios of each turn. */
function ofTurns(times) {
  return {
    followed: round(median(times.map((one) => one.followed)), 1),
    alone: round(median(times.map((one) => one.alone)), 1),
    ratio: round(median(times.map((one) => one.followed / one.alone))),
  }
}

function print(figures) {
  const { plain, earned, fanoutSeconds, meanwhileMs, megabytes, likeMs } = figures
  const count = followers.toLocaleString('en')
  console.log(
    `\n| ingest of one match, median, ms | ${count} followers | none | ratio |\n|---|---:|---:|---:|`,
  )
  console.log(`| a win | ${plain.followed} | ${plain.alone} | ${plain.ratio} |`)
  console.log(`| a win with a milestone | ${earned.followed} | ${earned.alone} | ${earned.ratio} |`)
  console.log(`All followers notified: ${fanoutSeconds} s; a match meanwhile: ${meanwhileMs} ms`)
  console.log(`Memory of the process: ${megabytes.before} MB before, ${megabytes.peak} MB at most`)
  console.log(
    `${figures.likes} likes of one post: ${figures.notifications} notification, ${figures.likesPerSecond} a second; ` +
      `first tenth ${likeMs.first} ms, last tenth ${likeMs.last} ms`,
  )
  console.log(JSON.stringify({ bench: 'followers', followers, ...figures }))
}
