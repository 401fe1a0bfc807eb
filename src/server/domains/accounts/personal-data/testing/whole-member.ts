import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import sharp from 'sharp'
import { event, match, player, type TestGameServer } from '../../../../testing/game-server.ts'
import { head } from '../../../../testing/heads.ts'
import { password, type TestApp } from '../../../../testing/test-app.ts'
import { rateUntilDone } from '../../../rankings/ratings/worker.ts'

let made = 0

/** Unique texts of a member: any occurrence in the database is about them. */
export function words() {
  made += 1
  const of = (what: string) => `${what}qz${made}z`
  return {
    username: of('Name'),
    email: `${of('mail')}@player.example`,
    bio: `I am ${of('bio')}`,
    discordTag: `@${of('discord')}`,
    discordName: of('Linked'),
    formerAddress: `/profile/${of('former')}`,
    avatarUrl: `https://${of('avatar')}.example/a.png`,
    gamertag: `${of('Tag')} 猫`,
    earlierTag: of('Earlier'),
    xuid: of('2535'),
    pfid: of('PF'),
    comment: `A comment by ${of('commenter')}`,
    post: `A post by ${of('poster')}`,
    message: `A message of ${of('writer')}`,
    application: of('applicant'),
    appeal: `My connection dropped, says ${of('appellant')}, and nobody was insulted.`,
  }
}

export type Words = ReturnType<typeof words>

const application = (said: Words) => ({
  position: 'designer',
  minecraft_username: said.gamertag,
  age: 20,
  discord_username: said.discordTag,
  email: said.email,
  timezone: 'Europe/Berlin',
  hours_per_week: 12,
  previous_experience: 'no',
  why_join: `I am ${said.application} and here every evening\nand like to help.`,
  how_handle_conflict: 'I listen to both first.',
  design_experience: 'Posters for three networks.',
  design_software: ['figma'],
  design_portfolio: 'https://pictures.example/ann',
  minecraft_design_experience: 'Logos and banners.',
  design_turnaround_time: 'Three days',
})

const report = {
  gameMode: 'boxing',
  reason: 'No knockback',
  details: 'Hits register but nobody moves at all.',
  severity: 'high',
  mediaLink: 'https://clips.example/1',
}

/** The member's matches: two wins and a loss against `rival`, whose points mirror theirs. */
export const matchesOf = ({ xuid, earlierTag, gamertag }: Words, rival: string) =>
  (['win', 'win', 'loss'] as const).map((result, index) =>
    match(
      [
        player(xuid, { gamertag: index === 0 ? earlierTag : gamertag, result, points: 20, kills: 5 }),
        player(rival, { result: result === 'win' ? 'loss' : 'win', points: 10, kills: 3 }),
      ],
      { gameType: 'sumo', endedAt: new Date(Date.now() - (3 - index) * 1_000).toISOString() },
    ),
  )

/** A member with data of every kind, linked to a player with matches against `rival`. */
export async function wholeMember(site: TestApp, server: TestGameServer, rival: string) {
  const said = words()
  const member = await site.member(said.username)
  const { id } = member.user
  const staff = await site.member()
  await sql`UPDATE users SET rank = 'Admin' WHERE id = ${staff.user.id}`.execute(site.database.sql)
  const must = async (response: Promise<{ status: number; text: string }>, status: number) => {
    const { status: was, text } = await response
    if (was !== status) throw new Error(`answered ${was} instead of ${status}: ${text}`)
  }

  const { email, bio, discordTag, avatarUrl, gamertag, xuid, pfid } = said
  await must(member.patch('/api/user', { email, bio, discordTag }), 200)
  const png = await sharp({
    create: { width: 9, height: 6, channels: 3, background: { r: made, g: 2, b: 3 } },
  })
    .png()
    .toBuffer()
  const picture = `data:image/png;base64,${png.toString('base64')}`
  await must(member.put('/api/user/avatar', { image: picture }), 200)
  // As stored by an earlier release, and not fetched yet.
  await sql`UPDATE users SET avatar_url = ${avatarUrl} WHERE id = ${id}`.execute(site.database.sql)
  await sql`INSERT INTO avatar_fetches (user_id) VALUES (${id})`.execute(site.database.sql)
  const matches = matchesOf(said, rival)
  const codes = [`AA${String(made).padStart(6, '0')}`, `BB${String(made).padStart(6, '0')}`] as const
  await server.report(
    ...matches.map((data) => event('match', data)),
    event('player', { xuid, gamertag, head: await head(made % 256) }),
    event('link.code', { xuid, gamertag, code: codes[0] }),
    event('link.code', { pfid, gamertag, code: codes[1] }),
  )
  const playerId = await idOf(site, xuid)
  for (const code of codes) await must(member.post('/api/link', { code }), 200)
  await rateUntilDone(site.database)

  await sql`INSERT INTO redirects (path, user_id) VALUES (${said.formerAddress}, ${id})`.execute(
    site.database.sql,
  )
  await sql`INSERT INTO verified_emails (user_id, email) VALUES (${id}, ${email})`.execute(site.database.sql)
  await sql`
    INSERT INTO discord_links (user_id, discord_id, discord_name, tokens, access_expires_at, sent_name)
    VALUES (${id}, ${`${1_000 + id}`}, ${said.discordName}, 'encrypted', now(), ${gamertag})
  `.execute(site.database.sql)
  await sql`INSERT INTO newsletter_subscribers (email) VALUES (${email.toUpperCase()})`.execute(
    site.database.sql,
  )
  const { secret } = (await member.post('/api/second-factor/setup', { password })).json
  await must(member.post('/api/second-factor', { code: new TOTP({ secret }).generate() }), 200)
  const key = { headers: { 'idempotency-key': `${said.username}-1` } }
  await must(
    member.post('/api/posts', { content: said.post, mediaUrl: picture, mediaType: 'image' }, key),
    201,
  )
  const postId = (await member.get('/api/posts?limit=1')).json[0].id
  const others = (await staff.post('/api/posts', { content: 'By somebody else' })).json.id
  await must(member.post(`/api/posts/${others}/reactions`, { type: 'like' }), 200)
  await must(member.post(`/api/posts/${others}/comments`, { content: said.comment }), 201)
  // By somebody whose text does not have the member's name any more.
  await sql`INSERT INTO mentions (post_id, user_id, spans) VALUES (${others}, ${id}, '[]')`.execute(
    site.database.sql,
  )
  await sql`INSERT INTO follows (follower_id, player_id) VALUES (${id}, ${staff.user.id})`.execute(
    site.database.sql,
  )
  await must(member.put('/api/today/visit', {}), 204)
  await must(member.post('/api/keys', { name: 'Overlay' }), 201)
  const annoying = await site.member()
  await must(member.put(`/api/players/${annoying.user.id}/block`), 200)
  await must(annoying.put(`/api/players/${id}/block`), 200)
  await must(member.put('/api/notifications/choices', { kind: 'like', site: false }), 200)
  const quiet = { startsAt: '22:00', endsAt: '07:00', timeZone: 'Europe/Berlin' }
  await must(member.put('/api/notifications/quiet-hours', quiet), 200)
  await must(member.put('/api/notifications/digest', { hour: 18, timeZone: 'Europe/Berlin' }), 200)
  const subscription = {
    endpoint: `https://push.example/${id}`,
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
  await must(member.put('/api/notifications/push', subscription), 200)
  await must(member.post(`/api/posts/${others}/reports`, { reason: 'It is not nice' }), 201)
  await must(staff.post(`/api/posts/${postId}/reports`, { reason: 'Nor is this' }), 201)
  await must(member.post('/api/reports', report), 201)
  const message = { name: said.username, email, subject: `About ${gamertag}`, message: said.message }
  await must(member.post('/api/contact', message), 201)
  await must(member.post('/api/staff-applications', application(said)), 201)
  const { rows } = await sql<{ id: number }>`
    INSERT INTO events (title, description, start_date) VALUES ('Cup', '', now() + interval '1 day') RETURNING id
  `.execute(site.database.sql)
  await must(member.post(`/api/events/${rows[0]?.id}/register`), 200)
  await sql`
    INSERT INTO news (slug, title, summary, markdown, html, author_id) VALUES (${`cup-${id}`}, 'Cup', 'A cup', 'Soon', '', ${id})
  `.execute(site.database.sql)
  const punishmentId = randomUUID()
  const until = new Date(Date.now() + 86_400_000).toISOString()
  await server.report(event('punishment', { id: punishmentId, xuid, kind: 'mute', reason: 'Rude', until }))
  await must(member.post('/api/appeals', { punishmentId, text: said.appeal }), 201)
  await must(staff.patch(`/api/admin/members/${id}/rank`, { rank: 'Gold' }), 200)
  await must(staff.post(`/api/admin/members/${id}/restriction`, { reason: 'Rude', days: 3 }), 201)
  return { member, id, playerId, postId, said, matches, staff }
}

async function idOf(site: TestApp, value: string): Promise<number> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT user_id FROM game_identities WHERE value = ${value}
  `.execute(site.database.sql)
  return rows[0]?.user_id ?? 0
}

/** Returns `table: text` for each row that contains one of the texts, ignoring case. */
export async function tracesOf(site: TestApp, texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1
  `.execute(site.database.sql)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      SELECT to_jsonb(one)::text AS row FROM ${sql.table(name)} AS one
    `.execute(site.database.sql)
    for (const { row } of rows) {
      for (const text of texts) {
        if (row.toLowerCase().includes(text.toLowerCase())) found.push(`${name}: ${text}`)
      }
    }
  }
  return found
}
