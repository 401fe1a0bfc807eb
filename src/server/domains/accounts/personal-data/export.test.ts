import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personalData } from '../../../domains.ts'
import { gameServer, type TestGameServer } from '../../../testing/game-server.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { wholeMember } from './testing/whole-member.ts'

let site: TestApp
let server: TestGameServer
beforeAll(async () => {
  site = await testApp()
  server = await gameServer(site)
})
afterAll(() => site.close())

const url = '/api/account/export'

describe('who may not', () => {
  test('a visitor is refused with 401 and gets no file', async () => {
    const response = await site.browser().get(url)
    expect([response.status, response.headers['content-disposition']]).toEqual([401, undefined])
  })

  test('the sixth download in an hour is refused with 429', async () => {
    const member = await site.member()
    for (let n = 0; n < 5; n += 1) expect((await member.get(url)).status).toBe(200)
    const response = await member.get(url)
    expect([response.status, Number(response.headers['retry-after']) > 0]).toEqual([429, true])
  })

  test('no other method is known', async () => {
    expect((await (await site.member()).post(url, {})).status).toBe(405)
  })
})

test('a file for saving, that no cache keeps', async () => {
  const { headers, status } = await (await site.member()).get(url)
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'application/json; charset=utf-8',
    'no-store',
  ])
  expect(headers['content-disposition']).toMatch(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.json"$/)
})

test('[game.33] every part has what the member did, and nothing of anybody else', async () => {
  const { member, id, said, matches, staff } = await wholeMember(site, server, 'export-rival')
  await wholeMember(site, server, 'export-rival')
  await sql`UPDATE staff_applications SET admin_notes = 'notes-of-the-team' WHERE user_id = ${id}`.execute(
    site.database.sql,
  )
  await sql`UPDATE moderation_reports SET reason = 'said-in-confidence' WHERE subject_user_id = ${id}`.execute(
    site.database.sql,
  )
  await sql`UPDATE events SET creator_id = ${id} WHERE id = (SELECT max(id) FROM events)`.execute(
    site.database.sql,
  )
  await sql`
    WITH season AS (
      INSERT INTO seasons (name, starts_at, ends_at, opened_at, closed_at)
      VALUES ('The first', '2020-01-01', '2020-02-01', '2020-01-01', '2020-02-02') RETURNING id
    )
    INSERT INTO season_standings (season_id, track_id, identity_id, position, rating, deviation, volatility, matches, wins,
      tier, tier_colour)
    SELECT season.id, track.id, identity.id, 7, 151200, 6000, 60000000, 30, 20, 'Copper', '#f0a27a'
    FROM season, game_identities AS identity, (SELECT min(id) AS id FROM rating_tracks) AS track
    WHERE identity.value = ${said.xuid}
  `.execute(site.database.sql)
  await sql`
    INSERT INTO settings_revisions (scope, value, base, by) VALUES ('announcement', '{"text":"Hi","link":null}', 0, ${id})
  `.execute(site.database.sql)
  await sql`
    WITH cup AS (
      INSERT INTO cups (event_id, format, mode, size, seats, minimum)
      SELECT max(event_id), 'single', 'sumo', 2, 8, 4 FROM event_registrations WHERE user_id = ${id}
      RETURNING event_id
    ), fact AS (
      INSERT INTO cup_facts (event_id, key, kind, by_account) SELECT event_id, 'left:1', 'left', ${id} FROM cup
    )
    INSERT INTO cup_places (event_id, entrant, place, identity_ids)
    SELECT event_id, ${id}, 3, ARRAY[game_identities.id] FROM cup, game_identities WHERE value = ${said.xuid}
  `.execute(site.database.sql)
  await sql`
    WITH team AS (
      INSERT INTO cup_teams (event_id, name, skeleton, code) SELECT event_id, 'Silver Foxes', 'x', 'ABCDEFGH' FROM cups
      RETURNING event_id, id
    )
    INSERT INTO cup_team_players (event_id, team_id, user_id) SELECT event_id, id, ${id} FROM team
  `.execute(site.database.sql)
  const { json, text } = await member.get(url)
  expect(json.cups).toMatchObject([{ kind: 'left' }, { kind: 'joined' }])
  expect(json.cupTeams).toMatchObject([{ team: 'Silver Foxes', isCheckedIn: false }])
  expect(json.cupPlaces).toMatchObject([{ place: 3 }])
  expect(json.settings).toMatchObject([{ scope: 'announcement', value: { text: 'Hi', link: null } }])
  expect(json.punishments).toMatchObject([{ kind: 'mute', reason: 'Rude', changes: [] }])
  expect(json.appeals).toMatchObject([{ state: 'open', messages: [{ fromStaff: false, text: said.appeal }] }])
  expect(json.standings).toMatchObject([
    { season: 'The first', position: 7, rating: 1512, wins: 20, tier: 'Copper' },
  ])
  expect(json.account).toMatchObject({
    id,
    username: said.username,
    email: said.email,
    bio: said.bio,
    discordTag: said.discordTag,
    avatarUrl: expect.stringContaining(`${site.context.config.publicUrl}/avatars/${id}/`),
    avatar: expect.stringMatching(/^data:image\/webp;base64,UklGR[\w+/]+=*$/),
    foreignAvatarUrl: said.avatarUrl,
    gamertag: said.gamertag,
    rank: 'Gold',
  })
  expect(json.formerAddresses).toMatchObject([{ path: said.formerAddress }])
  const empty = personalData.map(({ name }) => name).filter((name) => json[name].length === 0)
  expect(empty).toEqual([])
  expect(json.identities).toMatchObject([
    { value: said.xuid, face: expect.stringMatching(/^data:image\/png;base64,iVBORw0KGgo[\w+/]+=*$/) },
    { value: said.pfid, face: null },
  ])
  expect(json.posts).toMatchObject([
    { content: said.post, mediaUrl: expect.stringMatching(/^\/media\/\w+\.webp$/) },
  ])
  expect(json.matches.map(({ matchId }: { matchId: string }) => matchId)).toEqual(
    [...matches].reverse().map(({ matchId }) => matchId),
  )
  expect(json.matches[2]).toMatchObject({ gamertag: said.earlierTag, result: 'win', kills: 5, points: 20 })
  expect(json.contactMessages).toMatchObject([{ message: said.message, email: said.email }])
  expect(json.applications).toMatchObject([{ email: said.email, answers: { design_software: ['figma'] } }])
  expect(json.secondFactor).toMatchObject([{ recoveryCodesLeft: 10 }])
  expect(json.restrictions).toMatchObject([{ reason: 'Rude', liftedAt: null }])
  const ofStaff = (entry: { action: string }) => !entry.action.endsWith('link')
  expect(json.auditEntries.filter(ofStaff)).toMatchObject([
    { action: 'member.rank', before: { rank: 'Member' }, after: { rank: 'Gold' } },
    { action: 'member.restrict' },
  ])
  const { rows } = await sql<{ hash: string; token: string }>`
    SELECT password_hash AS hash, encode(token_hash, 'hex') AS token
    FROM users JOIN sessions ON user_id = users.id WHERE users.id = ${id}
  `.execute(site.database.sql)
  // A notice names who gave a rank, and nothing else names staff.
  const { notices, ...others } = json
  const byStaff = notices.filter(({ text: said }: { text: string }) => said.includes(staff.user.username))
  expect(byStaff.map(({ kind }: { kind: string }) => kind)).toEqual(['account_changed'])
  expect(JSON.stringify(others)).not.toContain(staff.user.username)
  for (const secret of [
    'notes-of-the-team',
    'said-in-confidence',
    'By somebody else',
    'export-rival',
    String(rows[0]?.hash),
    String(rows[0]?.token),
    String(member.cookie?.split('=')[1]),
  ]) {
    expect(text).not.toContain(secret)
  }
})

test('more than one page of a list is there whole, each row once', async () => {
  const member = await site.member()
  await sql`INSERT INTO posts (user_id, content) SELECT ${member.user.id}, 'Post ' || n
    FROM generate_series(1, 1234) AS n`.execute(site.database.sql)
  // A page that is exactly full is followed by an empty one.
  await sql`INSERT INTO notices (user_id, kind, text) SELECT ${member.user.id}, 'restricted', n::text
    FROM generate_series(1, 500) AS n`.execute(site.database.sql)
  const { json } = await member.get(url)
  expect(json.posts.map(({ content }: { content: string }) => content)).toEqual(
    Array.from({ length: 1234 }, (_, n) => `Post ${n + 1}`),
  )
  expect(json.notices).toHaveLength(500)
})
