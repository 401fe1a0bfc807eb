import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memberWithRank } from '../../src/server/domains/events/testing/event-setup.ts'
import { type TestApp, testApp } from '../../src/server/testing/test-app.ts'

let site: TestApp
let owner: Awaited<ReturnType<typeof memberWithRank>>
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  owner = await memberWithRank(site, 'Owner', 'Lister')
})
afterAll(() => site.close())

interface Listed {
  readonly state?: string
  readonly status?: string
  readonly revokedAt?: string | null
}

interface List {
  readonly path: string
  /** Asked by the player themselves, not by the Owner. */
  readonly isOwn?: true
  readonly rows?: (json: { gameServers: Listed[] }) => Listed[]
  readonly isOpen: (row: Listed) => boolean
  readonly length: number
}

/** Lists that are cut. Each has one open row, which is the oldest, and one more than a list of newer ones that are over. */
const lists: Readonly<Record<string, List>> = {
  invitations: { path: '/api/admin/invites', isOpen: ({ state }) => state === 'open', length: 200 },
  'game servers': {
    path: '/api/admin/game-servers',
    isOpen: ({ state }) => state !== 'revoked',
    length: 200,
  },
  'game servers of the overview': {
    path: '/api/admin/overview',
    rows: ({ gameServers }) => gameServers,
    isOpen: ({ revokedAt }) => revokedAt === null,
    length: 200,
  },
  'punishments of a player': {
    path: '/api/admin/punishments?userId=',
    isOpen: ({ state }) => state === 'active',
    length: 200,
  },
  'own punishments': {
    path: '/api/punishments/mine',
    isOwn: true,
    isOpen: ({ state }) => state === 'active',
    length: 200,
  },
  'own applications': {
    path: '/api/staff-applications/mine',
    isOwn: true,
    isOpen: ({ status }) => status === 'pending',
    length: 20,
  },
}

test('[field.93] What is open or in force stays in a list that is cut, however much is newer', async () => {
  const member = await site.member()
  const { id } = member.user
  const newer = sql`generate_series(0, 200) AS n`
  for (const statement of [
    sql`INSERT INTO invites (token_hash, rank, note, created_by, expires_at, revoked_at)
      SELECT sha256(convert_to('invite ' || n, 'UTF8')), 'Helper', '', ${owner.user.id}, now() + interval '1 day',
        CASE WHEN n > 0 THEN now() END FROM ${newer}`,
    sql`INSERT INTO game_servers (name, secret_hash, revoked_at)
      SELECT 'Server ' || n, sha256(convert_to('key ' || n, 'UTF8')), CASE WHEN n > 0 THEN now() END FROM ${newer}`,
    sql`INSERT INTO game_identities (kind, value, user_id) VALUES ('xuid', 'listed', ${id})`,
    sql`INSERT INTO punishments (id, identity_id, kind, reason, until, at, appeal_code)
      SELECT gen_random_uuid(), identity.id, 'mute', 'flies', CASE WHEN n > 0 THEN now() - interval '1 hour' END,
        now() - interval '2 days' + n * interval '1 minute', translate(lpad(n::text, 8, 'A'), '01', 'YZ')
      FROM ${newer} CROSS JOIN game_identities AS identity WHERE identity.value = 'listed'`,
    sql`INSERT INTO staff_applications (user_id, minecraft_username, age, discord_username, email, timezone, position,
        hours_per_week, previous_experience, why_join, how_handle_conflict, position_answers, status)
      SELECT ${id}, 'Applicant', 20, 'name', 'a@mail.example', 'UTC', 'builder', 5, 'no', repeat('why ', 50), 'how',
        '{"building_experience": "a", "building_style": ["arenas"], "portfolio_link": null,
          "bedrock_building_experience": "b", "build_time_estimate": "c"}',
        CASE WHEN n > 0 THEN 'rejected' ELSE 'pending' END FROM generate_series(0, 20) AS n`,
  ])
    await statement.execute(site.database.sql)
  for (const [name, { path, isOwn, rows, isOpen, length }] of Object.entries(lists)) {
    const { status, json } = await (isOwn ? member : owner).get(path.endsWith('=') ? `${path}${id}` : path)
    expect([name, status]).toEqual([name, 200])
    const listed = rows === undefined ? json : rows(json)
    expect([name, listed.length]).toEqual([name, length])
    expect([name, listed.filter(isOpen).length]).toEqual([name, 1])
  }
})
