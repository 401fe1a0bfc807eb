import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { event, gameServer, type TestGameServer } from '../../testing/game-server.ts'
import { password, type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'

let site: TestApp
let server: TestGameServer
let owner: TestBrowser

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
  const browser = await site.member()
  await sql`UPDATE users SET rank = 'Owner' WHERE id = ${browser.user.id}`.execute(site.database.sql)
  owner = browser
})
afterAll(() => site.close())

const links = async () => {
  const { scopes } = (await owner.get('/api/admin/settings')).json
  return scopes.find(({ scope }: { scope: string }) => scope === 'links') as {
    value: { streams?: unknown }
    revision: number | null
  }
}

async function save(streams: unknown, by = owner) {
  const { value, revision } = await links()
  return by.put('/api/admin/settings/links', { value: { ...value, streams }, base: revision })
}

const stored = async () => {
  const { rows } = await sql<{ streams: unknown }>`
    SELECT value->'streams' AS streams FROM settings_revisions ORDER BY id`.execute(site.database.sql)
  return rows.map(({ streams }) => streams)
}

const channel = (player: unknown, link: unknown = `https://www.twitch.tv/of_${player}`) => ({ player, link })

async function linked(xuid: string) {
  const member = await site.member()
  const said = await server.report(event('link.request', { xuid, gamertag: `Tag ${xuid}` }))
  expect((await member.post('/api/link', { code: said.json.results[0].code })).status).toBe(200)
  return member
}

const shown = async () => (await site.browser().get('/api/streams')).json

test('[evening.90] Who is no Admin names no stream, and a stream that is no channel on Twitch or YouTube over https, has no player, is there twice or is the thirteenth is refused; nothing is stored', async () => {
  const member = await site.member()
  expect((await save([channel(member.user.id)], member)).status).toBe(403)
  const wrong = [
    ...[
      'http://www.twitch.tv/name',
      'https://twitch.tv',
      'https://www.twitch.tv/',
      'https://twitch.tv.evil.example/name',
      'https://evil.example/twitch.tv/name',
      'https://name@www.twitch.tv/name',
      'https://www.twitch.tv:8443/name',
      'https://www.youtube.com/redirect?q=https://evil.example',
      'https://youtube.com/@name#https://evil.example',
      'https://www.youtube.com\\@evil.example/name',
      'https://xn--twitch-9ta.tv/name',
      'javascript:alert(1)//https://www.twitch.tv/name',
      'https://www.twitch.tv/name\nhttps://evil.example',
      '',
      7,
    ].map((link) => [channel(member.user.id, link)]),
    ...[0, -1, 1.5, 2 ** 31, 'name', null].map((player) => [channel(player, 'https://www.twitch.tv/name')]),
    [{ ...channel(member.user.id), title: 'More' }],
    [channel(1, 'https://www.twitch.tv/same'), channel(2, 'https://www.twitch.tv/same')],
    Array.from({ length: 13 }, (_, n) => channel(n + 1)),
    'https://www.twitch.tv/name',
  ]
  for (const streams of wrong) expect([streams, (await save(streams)).status]).toEqual([streams, 400])
  expect(await stored()).toEqual([])
  expect(await shown()).toEqual([])
})

test('[evening.91] Streams are those of members with a linked player, in the order of the content; who has none, is gone or never was is left out', async () => {
  const [first, second, gone] = [await linked('s1'), await linked('s2'), await linked('s3')]
  const unlinked = await site.member()
  const named = [
    channel(second.user.id, 'https://youtube.com/@zwei'),
    channel(unlinked.user.id),
    channel(gone.user.id),
    channel(2_147_483_647),
    channel(first.user.id),
  ]
  expect((await gone.post('/api/account/delete', { password })).status).toBe(204)
  expect((await save(named)).status).toBe(200)
  expect(await stored()).toEqual([named])
  await vi.waitFor(async () => expect(await shown()).not.toEqual([]), { timeout: 60_000, interval: 20 })
  expect(await shown()).toEqual([
    {
      user: { id: second.user.id, username: 'Tag s2', avatarUrl: null, rank: 'Member' },
      link: 'https://youtube.com/@zwei',
    },
    {
      user: { id: first.user.id, username: 'Tag s1', avatarUrl: null, rank: 'Member' },
      link: `https://www.twitch.tv/of_${first.user.id}`,
    },
  ])
  expect(JSON.stringify(site.content.site())).not.toContain('zwei')
})
