import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { emptySite } from './lib/empty-site.mjs'
import { median, round } from './lib/load.mjs'

// The ledger in two tables, as it is, beside the same matches in a partition for each month. Both have the columns and
// indexes of the schema; in months a match is found by its id through a table of ids, since a unique index of a
// partitioned table contains the month.

const total = Number(process.env.BENCH_MATCHES ?? 1_000_000)
const rounds = Number(process.env.BENCH_MONTHS_ROUNDS ?? 200)
const months = 24
/** Each plays 200 matches if nobody left; the first half of them left a year ago. */
const players = Math.max(1_000, total / 100)

const layouts = ['plain', 'months']

/** SQL: when a month begins. @param {number} n */
const startsOn = (n) => `timestamptz '2024-01-01' + interval '${n} months'`

/** SQL: a match joined with its players. @param {string} layout */
const joined = (layout) =>
  `${layout}.matches AS matches JOIN ${layout}.match_players AS played USING (match_id${layout === 'plain' ? '' : ', ended_at'})`

/** @param {string} layout */
const newest = (layout) =>
  `SELECT * FROM (SELECT * FROM ${layout}.match_players WHERE identity_id = $1 ORDER BY ended_at DESC LIMIT 20) AS played
   JOIN ${layout}.matches USING (match_id${layout === 'plain' ? '' : ', ended_at'})`

/** Statements with one of the given values; the names of their tables are whole, so that their plans are kept. */
const reads = {
  'match by id': {
    of: 'ids',
    statement: (layout) =>
      layout === 'plain'
        ? `SELECT * FROM ${joined(layout)} WHERE match_id = $1`
        : `SELECT * FROM months.match_ids AS ids JOIN ${joined(layout)} USING (match_id, ended_at)
           WHERE ids.match_id = $1`,
  },
  'match by id, without the table of ids': {
    of: 'ids',
    statement: (layout) => `SELECT * FROM ${joined(layout)} WHERE match_id = $1`,
  },
  'newest 20 matches of a player': { of: 'active', statement: newest },
  'newest 20 matches of one who left a year ago': { of: 'left', statement: newest },
  'all figures of a player': {
    of: 'active',
    statement: (layout) =>
      `SELECT sum(kills), sum(deaths), sum(points), max(played.ended_at) FROM ${joined(layout)}
       WHERE identity_id = $1 AND ranked`,
  },
  'matches of the last hour': {
    of: 'ends',
    statement: (layout) =>
      `SELECT count(*) FROM ${layout}.matches WHERE ended_at > $1::timestamptz - interval '1 hour'`,
  },
}

export async function run() {
  const bench = await emptySite()
  try {
    const { client } = bench
    await fill(client)
    const rows = []
    const note = (name, plain, inMonths) => {
      const row = { name, plain: round(plain), months: round(inMonths), ratio: round(inMonths / plain) }
      console.log(JSON.stringify(row))
      rows.push(row)
    }
    const bytes = await bytesOf(client)
    note('bytes a match', bytes.plain / total, bytes.months / total)

    const values = await valuesOf(client)
    for (const [name, { of, statement }] of Object.entries(reads)) {
      const times = await inTurns(rounds, (layout, n) =>
        client.query({
          name: `${layout} ${name}`,
          text: statement(layout),
          values: [values[of][n % values[of].length]],
        }),
      )
      note(`${name}, ms`, median(times.plain), median(times.months))
      note(`${name}, 99th percentile, ms`, p99(times.plain), p99(times.months))
    }

    const stored = await inTurns(rounds / 4, (layout) => store(client, layout))
    note('store 100 matches, ms', median(stored.plain), median(stored.months))

    for (const [name, work] of Object.entries(wholes)) {
      const seconds = {}
      for (const layout of layouts) {
        const begun = performance.now()
        await work(client, layout)
        seconds[layout] = (performance.now() - begun) / 1_000
      }
      note(`${name}, s`, seconds.plain, seconds.months)
    }
    console.table(rows)
  } finally {
    await bench.stop()
  }
}

const p99 = (times) => [...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1]

/** Milliseconds of each round by layout, in turns, so that what disturbs the machine disturbs both. */
async function inTurns(count, work) {
  const times = { plain: [], months: [] }
  for (let n = -10; n < count; n += 1) {
    for (const layout of layouts) {
      const begun = performance.now()
      await work(layout, n + 10)
      if (n >= 0) times[layout].push(performance.now() - begun)
    }
  }
  return times
}

/** What concerns a whole table, or the partition it is about. */
const wholes = {
  'figures of all players': (client, layout) =>
    client.query(
      `SELECT count(*) FROM (SELECT identity_id, sum(kills), sum(deaths), sum(points) FROM ${joined(layout)}
       WHERE ranked GROUP BY identity_id) AS figures`,
    ),
  'VACUUM after a change of the last day': async (client, layout) => {
    await client.query(
      `UPDATE ${layout}.match_players SET gamertag = gamertag || '.'
       WHERE ended_at > (SELECT ends - interval '1 day' FROM newest)`,
    )
    const newestOf = layout === 'plain' ? '' : `_${months - 1}`
    await client.query(`VACUUM ${layout}.matches${newestOf}, ${layout}.match_players${newestOf}`)
  },
  'one more index, of all or of a month': (client, layout) =>
    client.query(
      `CREATE INDEX ON ${layout}.match_players${layout === 'plain' ? '' : `_${months - 1}`} (result, ended_at)`,
    ),
  'without the oldest month': async (client, layout) => {
    if (layout === 'plain') {
      const oldest = `ended_at < ${startsOn(1)}`
      await client.query(`DELETE FROM plain.match_players WHERE ${oldest}`)
      await client.query(`DELETE FROM plain.matches WHERE ${oldest}`)
      await client.query('VACUUM plain.matches, plain.match_players')
    } else {
      await client.query(
        'DELETE FROM months.match_ids AS ids USING months.matches_0 AS gone WHERE ids.match_id = gone.match_id',
      )
      await client.query('VACUUM months.match_ids')
      await client.query('DROP TABLE months.match_players_0, months.matches_0')
    }
  },
}

/** @param {import('pg').Client} client */
async function store(client, layout) {
  const ids = Array.from({ length: 100 }, () => randomUUID())
  await client.query('BEGIN')
  if (layout === 'months')
    await client.query('INSERT INTO months.match_ids SELECT id, ends FROM unnest($1::uuid[]) AS id, newest', [
      ids,
    ])
  await client.query(
    `INSERT INTO ${layout}.matches (match_id, server_id, game_type, ranked, started_at, ended_at, content_hash)
     SELECT id, 1, 'boxing', true, ends, ends, sha256(id::text::bytea) FROM unnest($1::uuid[]) AS id, newest`,
    [ids],
  )
  await client.query(
    `INSERT INTO ${layout}.match_players (identity_id, match_id, ended_at, gamertag, result, kills, deaths, assists, points)
     SELECT 1 + abs(hashtext(id::text || side)) % ${players}, id, ends, 'Bencher', side, 1, 1, 0, 5
     FROM unnest($1::uuid[]) AS id, unnest(ARRAY['win', 'loss']) AS side, newest ON CONFLICT DO NOTHING`,
    [ids],
  )
  await client.query('COMMIT')
}

/** @param {import('pg').Client} client */
async function fill(client) {
  await client.query(
    `SET work_mem = '256MB'; SET maintenance_work_mem = '512MB'; SET enable_partitionwise_join = on`,
  )
  // Match ids in the order of time, as the SDKs send them.
  await client.query(
    `CREATE UNLOGGED TABLE played AS
     SELECT (overlay(overlay(lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || substr(md5(n::text), 1, 20)
         PLACING '7' FROM 13) PLACING '8' FROM 17))::uuid AS match_id, at AS ended_at, home,
       home + CASE WHEN home < ${players} THEN 1 ELSE -1 END AS guest, n % 2 = 0 AS home_wins
     FROM (SELECT n, timestamptz '2024-01-01' + n * (interval '${months} months' / ${total}) AS at,
         CASE WHEN n < ${total / 2} THEN 1 + n::bigint * 7919 % ${players}
           ELSE 1 + ${players / 2} + n::bigint * 7919 % ${players / 2} END::int AS home
       FROM generate_series(1, ${total}) AS n) AS numbered`,
  )
  await client.query(`CREATE TABLE newest AS SELECT max(ended_at) AS ends FROM played`)
  await client.query(
    `CREATE SCHEMA plain; CREATE SCHEMA months;
     CREATE TABLE plain.matches (LIKE matches INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
     CREATE TABLE plain.match_players (LIKE match_players INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
     CREATE TABLE months.match_ids (match_id uuid NOT NULL, ended_at timestamptz NOT NULL);
     CREATE TABLE months.matches (LIKE matches INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (ended_at);
     CREATE TABLE months.match_players (LIKE match_players INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
       PARTITION BY RANGE (ended_at)`,
  )
  for (let n = 0; n < months; n += 1)
    for (const table of ['matches', 'match_players'])
      await client.query(
        `CREATE TABLE months.${table}_${n} PARTITION OF months.${table} FOR VALUES
         FROM (${n === 0 ? 'MINVALUE' : startsOn(n)}) TO (${n === months - 1 ? 'MAXVALUE' : startsOn(n + 1)})`,
      )
  for (const layout of layouts) {
    await client.query(
      `INSERT INTO ${layout}.matches (match_id, server_id, game_type, ranked, started_at, ended_at, content_hash, received_at)
       SELECT match_id, 1, 'boxing', true, ended_at - interval '3 minutes', ended_at, sha256(match_id::text::bytea), ended_at
       FROM played`,
    )
    await client.query(
      `INSERT INTO ${layout}.match_players (identity_id, match_id, ended_at, gamertag, result, kills, deaths, assists, points)
       SELECT identity_id, match_id, ended_at, 'Bencher ' || identity_id, CASE WHEN wins THEN 'win' ELSE 'loss' END, 3, 2, 0,
         CASE WHEN wins THEN 12 ELSE -8 END
       FROM played CROSS JOIN LATERAL (VALUES (home, home_wins), (guest, NOT home_wins)) AS sides (identity_id, wins)`,
    )
    console.log(`${layout}: filled`)
  }
  await client.query(
    `INSERT INTO months.match_ids SELECT match_id, ended_at FROM played;
     ALTER TABLE months.match_ids ADD PRIMARY KEY (match_id);
     ALTER TABLE plain.matches ADD PRIMARY KEY (match_id);
     ALTER TABLE plain.match_players ADD PRIMARY KEY (match_id, identity_id);
     ALTER TABLE months.matches ADD PRIMARY KEY (match_id, ended_at);
     ALTER TABLE months.match_players ADD PRIMARY KEY (match_id, identity_id, ended_at)`,
  )
  for (const layout of layouts)
    await client.query(
      `CREATE INDEX ON ${layout}.matches USING brin (ended_at) WITH (autosummarize = on, pages_per_range = 16);
       CREATE INDEX ON ${layout}.match_players (identity_id, ended_at)`,
    )
  await client.query('DROP TABLE played')
  await client.query('VACUUM ANALYZE')
}

async function bytesOf(client) {
  const { rows } = await client.query(
    `SELECT relnamespace::regnamespace::text AS layout, sum(pg_total_relation_size(oid))::float AS bytes
     FROM pg_class WHERE relkind = 'r' AND relnamespace IN ('plain'::regnamespace, 'months'::regnamespace) GROUP BY 1`,
  )
  return Object.fromEntries(rows.map(({ layout, bytes }) => [layout, bytes]))
}

async function valuesOf(client) {
  const { rows: ids } = await client.query(
    `SELECT match_id FROM plain.matches TABLESAMPLE SYSTEM (${Math.min(100, 10_000_000 / total)}) LIMIT 2000`,
  )
  const { rows: newest } = await client.query('SELECT ends FROM newest')
  const some = (from) =>
    Array.from({ length: rounds + 10 }, (_, n) => Math.floor(from + 1 + n * (players / 2 / (rounds + 20))))
  return {
    ids: ids.map(({ match_id }) => match_id),
    active: some(players / 2),
    left: some(0),
    ends: newest.map(({ ends }) => ends),
  }
}
