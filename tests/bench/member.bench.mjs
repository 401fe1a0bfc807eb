import { emptySite } from './lib/empty-site.mjs'
import { round } from './lib/load.mjs'
import { signUp } from './lib/people.mjs'
import { processorMs } from './lib/processor-time.mjs'

// What calls cost the site and its database in processor time for a member who made ten of everything that a member can
// make, and for one who made a thousand times as much, bounded where the site bounds it. None may exceed 100 ms.

const few = Number(process.env.BENCH_FEW ?? 10)
const many = Number(process.env.BENCH_MANY ?? 1_000 * few)
const calls = Number(process.env.BENCH_CALLS ?? 20)
const mostMs = 100

export async function run() {
  const bench = await emptySite()
  try {
    const { client } = bench
    const site = await bench.start()
    const members = {}
    for (const [name, number] of Object.entries({ few, many })) {
      const cookie = await signUp(site.url, `Bench ${name}`)
      members[name] = { cookie, ...(await fill(client, `Bench ${name}`, number)) }
    }
    await client.query('VACUUM ANALYZE')
    const ask = async ([method, path], cookie) => {
      const response = await fetch(site.url + path, { method, headers: { origin: site.url, cookie } })
      if (response.status >= 500) throw new Error(`${method} ${path} answered ${response.status}`)
      await response.arrayBuffer()
      return response.status
    }
    // Any change ends what is kept for visitors, so that each call is answered anew.
    const forget = () => ask(['POST', '/api/logout'], '')
    const measured = async (steps, cookie) => {
      const once = async () => {
        await forget()
        for (const step of steps) await ask(step, cookie)
      }
      for (let n = 0; n < 3; n += 1) await once()
      const before = await processorMs(client, site)
      for (let n = 0; n < calls; n += 1) await once()
      return ((await processorMs(client, site)) - before) / calls
    }
    const rows = []
    for (const stepsOf of allCalls) {
      // In turns, so that what disturbs the machine disturbs all three.
      const nothing = await measured([], '')
      const [a, b] = [members.few, members.many]
      const [fewMs, manyMs] = [
        await measured(stepsOf(a), a.cookie),
        await measured(stepsOf(b), b.cookie),
      ].map((ms) => Math.max(0.1, ms - nothing))
      const row = {
        call: stepsOf({ id: ':id', post: ':post', cup: ':cup' })
          .map((step) => step.join(' '))
          .join(', '),
        [`${few}, ms`]: round(fewMs),
        [`${many}, ms`]: round(manyMs),
        ratio: round(manyMs / fewMs),
      }
      console.log(JSON.stringify(row))
      rows.push(row)
    }
    console.table(rows)
    const slow = rows.filter((row) => row[`${many}, ms`] > mostMs)
    if (slow.length > 0) throw new Error(`more than ${mostMs} ms: ${slow.map(({ call }) => call).join('; ')}`)
  } finally {
    await bench.stop()
  }
}

const get = (path) => () => [['GET', path]]

const allCalls = [
  get('/api/posts'),
  get('/api/community'),
  ({ id }) => [['GET', `/api/users/${id}`]],
  ({ post }) => [['GET', `/api/posts/${post}/comments`]],
  get('/api/user'),
  get('/api/sessions'),
  get('/api/notices'),
  get('/api/notifications'),
  get('/api/notifications/unread'),
  get('/api/today'),
  get('/api/reports/mine'),
  get('/api/appeals/mine'),
  get('/api/follows'),
  get('/api/follows/feed'),
  get('/api/blocks'),
  get('/api/staff-applications/mine'),
  get('/api/mentions?name=be'),
  get('/api/events'),
  ({ cup }) => [['GET', `/api/cups/${cup}`]],
  ({ cup }) => [['GET', `/api/cups/${cup}/mine`]],
  ({ cup }) => [
    ['DELETE', `/api/events/${cup}/register`],
    ['POST', `/api/events/${cup}/register`],
  ],
  ({ post }) => [['POST', `/api/posts/${post}/reactions`]],
]

/** Makes everything that a member can make, `number` times where nothing bounds it. @param {import('pg').Client} client */
async function fill(client, name, number) {
  const { rows } = await client.query('SELECT id FROM users WHERE username = $1', [name])
  const { id } = rows[0]
  const sql = (text, values = [id, number]) => client.query(text, values)
  const { rows: posts } = await sql(
    `INSERT INTO posts (user_id, content) SELECT $1::int, 'Post ' || n FROM generate_series(1, $2::int) AS n RETURNING id`,
  )
  const post = posts.at(-1).id
  await sql(
    `INSERT INTO comments (user_id, post_id, content) SELECT $1::int, $3, 'Comment ' || n FROM generate_series(1, $2::int) AS n`,
    [id, number, post],
  )
  await sql(
    'INSERT INTO post_likes (user_id, post_id) SELECT $1::int, id FROM posts WHERE user_id = $1::int',
    [id],
  )
  await sql(
    `INSERT INTO post_edits (post_id, content) SELECT $3, 'Text ' || $1::int || n FROM generate_series(1, $2::int) AS n`,
    [id, number, post],
  )
  await sql(
    `INSERT INTO notices (user_id, kind, text, seen_at) SELECT $1::int, 'report_decided', 'Notice ' || n, now() FROM generate_series(1, $2::int) AS n`,
  )
  await sql(
    `INSERT INTO notifications (user_id, kind, event_key, title, link)
     SELECT $1::int, 'account', 'bench:' || n, 'Title ' || n, '/' FROM generate_series(1, $2::int) AS n`,
  )
  await sql(
    `INSERT INTO sessions (user_id, token_hash) SELECT $1::int, sha256(($1::int || ':' || n)::bytea) FROM generate_series(1, $2::int) AS n`,
  )
  await sql(
    `INSERT INTO known_networks (user_id, network) SELECT $1::int, 'net ' || n FROM generate_series(1, $2::int) AS n`,
  )
  await sql(
    `INSERT INTO reports (user_id, severity, game_mode, reason, details)
     SELECT $1::int, 'low', 'sumo', 'It is broken', 'Something of many words is broken ' || n FROM generate_series(1, $2::int) AS n`,
  )
  await sql(
    `WITH others AS (INSERT INTO users (gamertag) SELECT 'Other ' || $1::int || ' ' || n FROM generate_series(1, least($2::int, 500)) AS n RETURNING id),
     followed AS (INSERT INTO follows (follower_id, player_id) SELECT $1::int, id FROM others LIMIT 200)
     INSERT INTO blocks (blocker_id, blocked_id) SELECT $1::int, id FROM others`,
  )
  const { rows: events } = await client.query(
    `INSERT INTO events (title, description, start_date) VALUES ('Cup', '', now() + interval '1 day') RETURNING id`,
  )
  const cup = events[0].id
  await client.query(
    `INSERT INTO cups (event_id, format, mode, seats, minimum) VALUES ($1, 'single', 'sumo', 8, 4)`,
    [cup],
  )
  // No more than this is let in: sql/cups/require_cup_entries_left.sql.
  for (let times = 0; times < Math.min(number / 10, 18); times += 1) {
    await client.query('INSERT INTO event_registrations (event_id, user_id) VALUES ($1, $2)', [cup, id])
    await client.query('DELETE FROM event_registrations WHERE event_id = $1 AND user_id = $2', [cup, id])
  }
  return { id, post, cup }
}
