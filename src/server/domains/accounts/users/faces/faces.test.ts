import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../../../testing/game-server.ts'
import { facePicture, head } from '../../../../testing/heads.ts'
import { plainPicture } from '../../../../testing/picture-host.ts'
import { password, type TestApp, type TestBrowser, testApp } from '../../../../testing/test-app.ts'
import { moderationSetup } from '../../../moderation/testing/moderation-setup.ts'
import { facePng } from './face-png.ts'

let site: TestApp
let server: TestGameServer
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
})
afterAll(() => site.close())

const { somebody, clear, restrict } = moderationSetup(() => site)

let seen = 0
const somePlayer = () => {
  seen += 1
  return `faced-${seen}`
}
const gamertagOf = (xuid: string) => `Tag ${xuid}`
const joins = (xuid: string, more: object, at = new Date()) =>
  server.report(event('player', { xuid, gamertag: gamertagOf(xuid), ...more }, { at: at.toISOString() }))
const urlOf = async (id: number): Promise<string | null> =>
  (await site.browser().get(`/api/users/${id}`)).json.avatarUrl
const faceUrl = async (xuid: string) => urlOf(await accountOf(site, xuid))
const pictureAt = async (url: string | null) => {
  const { pathname } = new URL(url ?? site.context.config.publicUrl)
  return (await site.app.inject({ url: pathname })).rawPayload
}
/** The stored row, which a write would give another version. */
const rowOf = async (xuid: string) => {
  const { rows } = await sql<{ version: string; bytes: Buffer | null }>`
    SELECT faces.xmin::text AS version, bytes FROM faces JOIN game_identities ON id = identity_id WHERE value = ${xuid}
  `.execute(site.database.sql)
  return rows[0]
}
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

async function linked(xuid: string) {
  const member = await site.member()
  const result = await server.report(event('link.request', { xuid, gamertag: gamertagOf(xuid) }))
  expect((await member.post('/api/link', { code: result.json.results[0].code })).status).toBe(200)
  return member
}

const upload = async (member: TestBrowser): Promise<string> => {
  const image = `data:image/png;base64,${(await plainPicture(4)).toString('base64')}`
  return (await member.put('/api/user/avatar', { image })).json.avatarUrl
}

describe('a head', () => {
  test('[game.29] becomes the avatar of anyone who has none, wherever a player is named', async () => {
    const [one, other] = [somePlayer(), somePlayer()]
    await joins(one, { head: await head(11) })
    const fought = match([player(one), player(other, { result: 'loss' })])
    await server.report(event('match', fought))
    const id = await accountOf(site, one)
    const url = await urlOf(id)
    expect(url).toMatch(
      new RegExp(`^${site.context.config.publicUrl}/avatars/${id}/face-[0-9a-f]{64}\\.png$`),
    )
    expect(await pictureAt(url)).toEqual(facePng(await facePicture(11)))
    const visitor = site.browser()
    const shown = async (path: string) => (await visitor.get(path)).json
    expect((await shown('/api/players/search?username=Tag%20faced-1'))[0].user.avatarUrl).toBe(url)
    expect((await shown('/api/leaderboard')).entries[0].user.avatarUrl).toBe(url)
    const { players } = await shown(`/api/matches/${fought.matchId}`)
    expect(players.map(({ user }: { user: { avatarUrl: string | null } }) => user.avatarUrl)).toEqual([
      url,
      null,
    ])
  })

  test('[game.29] is served as what it is, for browsers alone, and under its own player only', async () => {
    const [one, other] = [somePlayer(), somePlayer()]
    await joins(one, { head: await head(14) })
    await joins(other, { head: await head(15) })
    const path = new URL((await faceUrl(one)) ?? '').pathname
    const { status, headers } = await site.browser().get(path)
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/png',
      'private, max-age=31536000, immutable',
    ])
    const elsewhere = path.replace(/\d+/, String(await accountOf(site, other)))
    for (const wrong of [path.replace('.png', '.webp'), path.replace('face-', ''), elsewhere])
      expect((await site.browser().get(wrong)).status, wrong).toBe(404)
  })

  test.each([
    ['no text', 7],
    ['an empty text', ''],
    ['no base64', 'iVBORw0KGgo!'],
    ['no PNG', Buffer.from('GIF89a and more').toString('base64')],
    ['not square', 'wide'],
    ['of 65 pixels', 'large'],
    ['over 4 KB', `iVBORw0KGgo${'A'.repeat(5_460)}`],
    ['damaged', 'damaged'],
  ])('[game.29] that is %s is dropped, the player is stored, and the face stays', async (_what, said) => {
    const xuid = somePlayer()
    await joins(xuid, { head: await head(12) })
    const before = await faceUrl(xuid)
    const made: Record<string, () => Promise<string>> = {
      wide: async () => (await plainPicture(1)).toString('base64'),
      large: () => head(1, 65),
      damaged: async () => (await facePicture(1)).fill(0, 45, 50).toString('base64'),
    }
    await joins(xuid, { gamertag: `New ${xuid}`, head: (await made[said]?.()) ?? said })
    const { json } = await site.browser().get(`/api/users/${await accountOf(site, xuid)}`)
    expect(json).toMatchObject({ username: `New ${xuid}`, avatarUrl: before })
  })

  test('[game.31] that is the same again in another event writes nothing', async () => {
    const xuid = somePlayer()
    await joins(xuid, { head: await head(13) })
    const before = await rowOf(xuid)
    for (let n = 0; n < 3; n += 1) await joins(xuid, { head: await head(13) })
    await joins(xuid, {})
    await joins(xuid, { head: null })
    expect(await rowOf(xuid)).toEqual(before)
  })

  test('[game.31] of several the newest counts, in one batch and whatever the order of arrival', async () => {
    const xuid = somePlayer()
    const of = async (red: number, minutes: number) => ({ head: await head(red), at: minutesAgo(minutes) })
    const [newest, older, oldest] = [await of(21, 1), await of(22, 2), await of(23, 3)]
    const events = [older, newest].map(({ head, at }) =>
      event('player', { xuid, gamertag: gamertagOf(xuid), head }, { at: at.toISOString() }),
    )
    await server.report(...events.toReversed())
    await joins(xuid, { head: oldest.head }, oldest.at)
    expect(await pictureAt(await faceUrl(xuid))).toEqual(facePng(await facePicture(21)))
  })
})

describe('a member', () => {
  test('[game.30] with a picture keeps it; once it is removed, the face shows again', async () => {
    const xuid = somePlayer()
    await joins(xuid, { head: await head(31) })
    const member = await linked(xuid)
    const { id } = member.user
    const face = await urlOf(id)
    expect(face).toContain(`/avatars/${id}/face-`)
    const own = await upload(member)
    await joins(xuid, { head: await head(32) })
    expect(await urlOf(id)).toBe(own)
    expect((await member.patch('/api/user', { avatarUrl: null })).json.avatarUrl).toContain('/face-')
    expect(await pictureAt(await urlOf(id))).toEqual(facePng(await facePicture(32)))
  })

  test('[game.30] that sends its face back as avatarUrl, or none, keeps the face', async () => {
    const xuid = somePlayer()
    await joins(xuid, { head: await head(33) })
    const member = await linked(xuid)
    const face = await urlOf(member.user.id)
    for (const avatarUrl of [face, null]) {
      const { status, json } = await member.patch('/api/user', { avatarUrl, bio: 'new' })
      expect([status, json.avatarUrl]).toEqual([200, face])
    }
  })

  test('[game.30] of two players has the face that came last; who unlinks leaves the face with the player', async () => {
    const [xuid, pfid] = [somePlayer(), somePlayer()]
    await joins(xuid, { head: await head(34) }, minutesAgo(5))
    const member = await linked(xuid)
    const code = (await server.report(event('link.request', { pfid, gamertag: 'Other' }))).json.results[0]
      .code
    expect((await member.post('/api/link', { code })).status).toBe(200)
    await server.report(event('player', { pfid, gamertag: 'Other', head: await head(35) }))
    expect(await pictureAt(await urlOf(member.user.id))).toEqual(facePng(await facePicture(35)))
    expect((await member.delete('/api/link')).status).toBe(204)
    expect(await urlOf(member.user.id)).toBeNull()
    expect(await pictureAt(await faceUrl(pfid))).toEqual(facePng(await facePicture(35)))
  })

  test('[game.33] who deletes the account leaves no face, and none comes back with the next head', async () => {
    const xuid = somePlayer()
    await joins(xuid, { head: await head(36) })
    const member = await linked(xuid)
    const path = new URL((await urlOf(member.user.id)) ?? '').pathname
    const count = async () =>
      (await sql<{ n: number }>`SELECT count(*)::int AS n FROM faces`.execute(site.database.sql)).rows[0]!.n
    const before = await count()
    expect((await member.post('/api/account/delete', { password })).status).toBe(204)
    expect((await site.browser().get(path)).status).toBe(404)
    await joins(xuid, { head: await head(37) })
    expect(await count()).toBe(before - 1)
  })
})

describe('staff', () => {
  test('[game.32] clear a face with the picture; the same does not come back, another does', async () => {
    const xuid = somePlayer()
    await joins(xuid, { head: await head(41) })
    const member = await linked(xuid)
    const { id } = member.user
    const path = new URL((await urlOf(id)) ?? '').pathname
    await upload(member)
    const staff = await somebody('Helper')
    expect((await clear(staff, id, ['picture'])).json).toEqual({ cleared: ['picture'] })
    expect(await urlOf(id)).toBeNull()
    expect((await site.browser().get(path)).status).toBe(404)
    expect((await rowOf(xuid))?.bytes).toBeNull()
    await joins(xuid, { head: await head(41) })
    expect(await urlOf(id)).toBeNull()
    await joins(xuid, { head: await head(42) })
    expect(await pictureAt(await urlOf(id))).toEqual(facePng(await facePicture(42)))
    const repacked = await facePicture(41, 8, { compressionLevel: 0 })
    await joins(xuid, { head: repacked.toString('base64') })
    expect(await urlOf(id)).toBeNull()
  })

  test('[game.32] clear the face of a player without an account, whose name stays; a second time is a 409', async () => {
    const xuid = somePlayer()
    await joins(xuid, { head: await head(43) })
    const id = await accountOf(site, xuid)
    const staff = await somebody('Helper')
    expect((await clear(staff, id, ['name'])).json.error).toBe(
      'This name comes from the game and can only be changed there',
    )
    expect((await clear(await somebody('Diamond'), id, ['picture'])).status).toBe(403)
    expect((await clear(staff, id, ['picture'])).json).toEqual({ cleared: ['picture'] })
    expect(await urlOf(id)).toBeNull()
    expect((await clear(staff, id, ['picture'])).status).toBe(409)
  })

  test('[game.32] a restricted member’s face stays as it was', async () => {
    const xuid = somePlayer()
    await joins(xuid, { head: await head(44) })
    const member = await linked(xuid)
    const before = await urlOf(member.user.id)
    await restrict(await somebody('Moderator'), member.user.id)
    await joins(xuid, { head: await head(45) })
    expect(await urlOf(member.user.id)).toBe(before)
  })
})
