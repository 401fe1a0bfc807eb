import type { RequestListener } from 'node:http'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { imageSizeMessage, imageTypeMessage } from '../../../../../contract/posts/posts.ts'
import { startJobs } from '../../../../platform/jobs/jobs.ts'
import { sayInEnglish } from '../../../../platform/languages/say.ts'
import { drip, pictureHost, plainPicture } from '../../../../testing/picture-host.ts'
import { encodeHere } from '../../../../testing/pictures.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../../testing/test-app.ts'
import { avatarFetchJob, fetchForeignAvatars } from './fetch.ts'

const environment = { FETCH_ALLOW: '127.0.0.1' }
let site: TestApp
/** The same site, with the decoder of the product. */
let decoding: TestApp
beforeAll(async () => {
  site = await testApp({ environment, encodeImage: encodeHere })
  decoding = await testApp({ environment, store: site.store })
})
afterAll(async () => {
  await decoding.close()
  await site.close()
})

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
const host = async (response: RequestListener) => {
  const one = await pictureHost(response)
  closing.push(one.close)
  return one
}
/** A web server that serves one picture at any path. */
const hostOf = async (picture: Buffer) => host((_request, response) => void response.end(picture))

const dataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`
const upload = async (browser: TestBrowser, red = 200) =>
  browser.put('/api/user/avatar', { image: dataUrl(await plainPicture(red)) })

const stored = async (id: number) => {
  const { rows } = await sql<{ hash: string; bytes: Buffer; foreign: string | null }>`
    SELECT encode(hash, 'hex') AS hash, bytes, avatar_url AS foreign
    FROM users LEFT JOIN avatars ON user_id = users.id WHERE users.id = ${id}
  `.execute(site.database.sql)
  return rows[0]
}
const pathOf = (url: string) => url.slice(site.context.config.publicUrl.length)

/** As stored by an earlier release. */
const storeForeign = (id: number, url: string) =>
  sql`UPDATE users SET avatar_url = ${url} WHERE id = ${id}`.execute(site.database.sql)

describe('who may not', () => {
  test('PUT /api/user/avatar without session answers 401, and nothing is stored', async () => {
    expect((await upload(site.browser())).status).toBe(401)
    const { rows } = await sql`SELECT FROM avatars`.execute(site.database.sql)
    expect(rows).toEqual([])
  })

  test('another site’s page cannot upload', async () => {
    const member = await site.member()
    const image = dataUrl(await plainPicture(1))
    const headers = { origin: 'https://evil.example' }
    expect((await member.put('/api/user/avatar', { image }, { headers })).status).toBe(403)
    expect((await stored(member.user.id))?.hash).toBeNull()
  })

  test('the eleventh picture within an hour is refused, whether it is uploaded or fetched', async () => {
    const outside = await hostOf(await plainPicture(9))
    const member = await site.member()
    const statuses: number[] = []
    for (let n = 0; n < 5; n += 1) {
      statuses.push((await upload(member, n)).status)
      statuses.push((await member.patch('/api/user', { avatarUrl: `${outside.url}/${n}` })).status)
    }
    expect(statuses).toEqual(Array(10).fill(200))
    const before = await stored(member.user.id)
    expect((await upload(member, 77)).status).toBe(429)
    expect((await member.patch('/api/user', { avatarUrl: `${outside.url}/last` })).status).toBe(429)
    expect(outside.requests).not.toContain('/last')
    expect(await stored(member.user.id)).toEqual(before)
  })
})

describe('an upload', () => {
  test('is encoded again: a WebP of at most 512 px, without what the file said beside the picture', async () => {
    const member = await decoding.member()
    const source = await sharp({ create: { width: 1600, height: 800, channels: 3, background: '#f76b15' } })
      .withExif({ IFD0: { Copyright: 'home-address' } })
      .jpeg()
      .toBuffer()
    const { status, json } = await member.put('/api/user/avatar', { image: dataUrl(source, 'image/jpeg') })
    expect(status).toBe(200)
    const row = await stored(member.user.id)
    expect(json.avatarUrl).toBe(
      `${site.context.config.publicUrl}/avatars/${member.user.id}/${row?.hash}.webp`,
    )
    const { format, width, height, exif } = await sharp(row?.bytes).metadata()
    expect({ format, width, height, exif }).toEqual({
      format: 'webp',
      width: 512,
      height: 256,
      exif: undefined,
    })
  })

  test('replaces the one before, whose address is gone', async () => {
    const member = await site.member()
    const first = (await upload(member, 1)).json.avatarUrl
    const second = (await upload(member, 2)).json.avatarUrl
    expect(second).not.toBe(first)
    expect((await site.browser().get(pathOf(first))).status).toBe(404)
    expect((await site.browser().get(pathOf(second))).status).toBe(200)
  })

  test.each([
    ['text', 'data:text/html;base64,PGI+', sayInEnglish(imageTypeMessage)],
    ['an address', 'https://pictures.example/a.png', sayInEnglish(imageTypeMessage)],
    ['bytes that are no picture', dataUrl(Buffer.from('no picture')), sayInEnglish(imageTypeMessage)],
    ['more than 5,242,880 bytes', dataUrl(Buffer.alloc(5_242_881)), sayInEnglish(imageSizeMessage)],
  ])('%s is refused at its field, and the avatar stays', async (_what, image, sentence) => {
    const member = await site.member()
    await upload(member)
    const before = await stored(member.user.id)
    const response = await member.put('/api/user/avatar', { image })
    expect([response.status, response.json.fields]).toEqual([400, { image: sentence }])
    expect(await stored(member.user.id)).toEqual(before)
  })

  test('a body of more than 8 MB is 413', async () => {
    const member = await site.member()
    const raw = JSON.stringify({ image: 'x'.repeat(8 * 1024 * 1024) })
    expect((await member.put('/api/user/avatar', undefined, { raw })).status).toBe(413)
  })
})

describe('an address', () => {
  test('[profile.11] a good avatarUrl is fetched by the site, re-encoded and served from it', async () => {
    const outside = await hostOf(await plainPicture(30))
    const member = await decoding.member()
    const { status, json } = await member.patch('/api/user', {
      avatarUrl: `${outside.url}/me.png`,
      bio: 'hi',
    })
    expect(status).toBe(200)
    expect(outside.requests).toEqual(['/me.png'])
    const row = await stored(member.user.id)
    expect(json).toMatchObject({
      bio: 'hi',
      avatarUrl: `${site.context.config.publicUrl}/avatars/${member.user.id}/${row?.hash}.webp`,
    })
    expect(row?.foreign).toBeNull()
    const { rawPayload } = await site.app.inject({ url: pathOf(json.avatarUrl) })
    expect(rawPayload).toEqual(row?.bytes)
    expect((await sharp(rawPayload).metadata()).format).toBe('webp')
  })

  test.each([
    ['no picture', (_request, response) => void response.end('<b>no picture</b>')],
    ['an error', (_request, response) => void response.writeHead(500).end()],
    ['nothing', (request) => void request.socket.destroy()],
    [
      'a redirect inside',
      (_request, response) => void response.writeHead(302, { location: 'http://127.0.0.2/' }).end(),
    ],
  ] satisfies [string, RequestListener][])(
    "[profile.11] one that brings %s is 'Invalid URL', and nothing of the update is stored",
    async (_what, response) => {
      const outside = await host(response)
      const member = await site.member()
      await upload(member)
      const before = await stored(member.user.id)
      const said = await member.patch('/api/user', { avatarUrl: outside.url, bio: 'new' })
      expect([said.status, said.json.fields]).toEqual([400, { avatarUrl: 'Invalid URL' }])
      expect(await stored(member.user.id)).toEqual(before)
      expect((await member.get('/api/user')).json.bio).toBeNull()
    },
  )

  test.each([
    'http://127.0.0.2:1/',
    'http://169.254.169.254/latest/',
    'http://[::1]/',
    'http://localhost.:1/',
  ])("inside the network is 'Invalid URL': %s", async (avatarUrl) => {
    const member = await site.member()
    const said = await member.patch('/api/user', { avatarUrl })
    expect([said.status, said.json.fields]).toEqual([400, { avatarUrl: 'Invalid URL' }])
  })

  test('that is the present one changes nothing, and asks nobody', async () => {
    const outside = await hostOf(await plainPicture(31))
    const member = await site.member()
    const { avatarUrl } = (await member.patch('/api/user', { avatarUrl: outside.url })).json
    const before = await stored(member.user.id)
    const again = await member.patch('/api/user', { avatarUrl, bio: 'new' })
    expect(again.json).toMatchObject({ avatarUrl, bio: 'new' })
    expect(await stored(member.user.id)).toEqual(before)
    expect(outside.requests).toHaveLength(1)
  })

  test('that was the present one when a form was opened changes nothing either', async () => {
    const member = await site.member()
    const earlier = (await upload(member, 1)).json.avatarUrl
    const { avatarUrl } = (await upload(member, 2)).json
    const said = await member.patch('/api/user', { avatarUrl: earlier, bio: 'new' })
    expect([said.status, said.json.avatarUrl, said.json.bio]).toEqual([200, avatarUrl, 'new'])
  })

  test('null removes the picture; an update without one leaves it', async () => {
    const member = await site.member()
    const { avatarUrl } = (await upload(member)).json
    expect((await member.patch('/api/user', { bio: 'new' })).json.avatarUrl).toBe(avatarUrl)
    expect((await member.patch('/api/user', { avatarUrl: null })).json.avatarUrl).toBeNull()
    expect((await stored(member.user.id))?.hash).toBeNull()
    expect((await site.browser().get(pathOf(avatarUrl))).status).toBe(404)
  })
})

describe('what others are answered', () => {
  test('the address on this site, wherever a member is named', async () => {
    const member = await site.member('Pictured')
    const { avatarUrl } = (await upload(member, 55)).json
    await member.post('/api/posts', { content: 'With my picture' })
    const { id } = member.user
    const visitor = site.browser()
    expect((await visitor.get(`/api/users/${id}`)).json.avatarUrl).toBe(avatarUrl)
    expect((await visitor.get('/api/posts')).json[0].user.avatarUrl).toBe(avatarUrl)
    expect((await visitor.get('/api/players/search?username=pictured')).json[0].user.avatarUrl).toBe(
      avatarUrl,
    )
    await sql`UPDATE users SET rank = 'Owner' WHERE id = ${id}`.execute(site.database.sql)
    expect((await member.get('/api/admin/members?search=Pictured')).json[0].avatarUrl).toBe(avatarUrl)
  })

  test('a foreign address that an earlier release stored is nobody’s to load', async () => {
    const member = await site.member('Foreigner')
    await storeForeign(member.user.id, 'http://127.0.0.2:1/collects-addresses.png')
    for (const path of [`/api/users/${member.user.id}`, '/api/players/search?username=foreigner'])
      expect((await site.browser().get(path)).text).not.toContain('collects-addresses')
    expect((await member.get('/api/user')).json.avatarUrl).toBeNull()
  })

  test('the picture may be kept by a browser, and runs nothing', async () => {
    const member = await site.member()
    const path = pathOf((await upload(member)).json.avatarUrl)
    const { status, headers } = await site.browser().get(path)
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'private, max-age=31536000, immutable',
    ])
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    const again = { headers: { 'if-none-match': String(headers.etag) } }
    expect((await site.browser().get(path, again)).status).toBe(304)
  })

  test.each(['/avatars/1/x.webp', `/avatars/x/${'a'.repeat(64)}.webp`, `/avatars/1/${'a'.repeat(64)}.png`])(
    'what is no picture is 404: %s',
    async (path) => {
      expect((await site.browser().get(path)).status).toBe(404)
    },
  )

  test('the picture of one member is not found under another', async () => {
    const [one, other] = [await site.member(), await site.member()]
    const path = pathOf((await upload(one)).json.avatarUrl)
    const elsewhere = path.replace(`/${one.user.id}/`, `/${other.user.id}/`)
    expect((await site.browser().get(elsewhere)).status).toBe(404)
  })
})

describe('foreign avatars of earlier releases', () => {
  const tries = async (id: number) => {
    const { rows } = await sql<{
      tries: number
    }>`SELECT tries FROM avatar_fetches WHERE user_id = ${id}`.execute(site.database.sql)
    return rows[0]?.tries
  }
  /** Simulates an hour. */
  const later = () =>
    sql`UPDATE avatar_fetches SET next_try_at = now() - interval '1 second'`.execute(site.database.sql)

  test('are fetched once and become the site’s own', async () => {
    const outside = await hostOf(await plainPicture(60))
    const members = [await site.member(), await site.member()]
    for (const { user } of members) await storeForeign(user.id, `${outside.url}/${user.id}.png`)
    await fetchForeignAvatars(site.context)
    await fetchForeignAvatars(site.context)
    for (const { user } of members) {
      const row = await stored(user.id)
      expect([row?.foreign, row?.hash?.length, await tries(user.id)]).toEqual([null, 64, undefined])
      expect(outside.requests.filter((path) => path === `/${user.id}.png`)).toHaveLength(1)
    }
  })

  test('[guards.94] that cannot be had are asked for three times, an hour apart, and then forgotten; each failure is logged', async () => {
    const warn = vi.spyOn(site.context.log, 'warn')
    const outside = await host((_request, response) => void response.writeHead(404).end())
    const { user } = await site.member()
    await storeForeign(user.id, outside.url)
    for (const count of [1, 2]) {
      await fetchForeignAvatars(site.context)
      await fetchForeignAvatars(site.context)
      expect([outside.requests.length, await tries(user.id)]).toEqual([count, count])
      await later()
    }
    await fetchForeignAvatars(site.context)
    expect([(await stored(user.id))?.foreign, await tries(user.id)]).toEqual([null, undefined])
    expect(outside.requests).toHaveLength(3)
    const logged = warn.mock.calls
      .map((call: unknown[]) => call[0] as { item?: number })
      .filter(({ item }) => item === user.id)
    expect(logged).toMatchObject(
      [1, 2, 3].map((attempts) => ({
        err: new Error('answered 404'),
        queue: 'avatars of earlier releases',
        item: user.id,
        attempts,
        isFinal: attempts === 3,
      })),
    )
    warn.mockRestore()
  })

  test('[guards.68] that ended the process three times are asked for no more', async () => {
    const { user } = await site.member()
    const outside = await hostOf(await plainPicture(60))
    await storeForeign(user.id, outside.url)
    await sql`INSERT INTO avatar_fetches (user_id, tries) VALUES (${user.id}, 3)`.execute(site.database.sql)
    await later()
    await fetchForeignAvatars(site.context)
    expect([outside.requests.length, (await stored(user.id))?.foreign]).toEqual([0, null])
  })

  test('inside the network are not asked for', async () => {
    const { user } = await site.member()
    await storeForeign(user.id, 'http://127.0.0.2:1/a.png')
    await fetchForeignAvatars(site.context)
    expect([(await stored(user.id))?.hash, await tries(user.id)]).toEqual([null, 1])
  })

  test('do not replace what the member chose meanwhile', async () => {
    const picture = await plainPicture(61)
    const member = await site.member()
    let chosen: string | undefined
    const outside = await host(async (_request, response) => {
      await upload(member, 62)
      chosen = (await stored(member.user.id))?.hash
      response.end(picture)
    })
    await storeForeign(member.user.id, outside.url)
    await fetchForeignAvatars(site.context)
    expect(outside.requests).toHaveLength(1)
    expect((await stored(member.user.id))?.hash).toBe(chosen)
  })

  test('a site that stops does not wait for a host, and forgets nothing', async () => {
    const { user } = await site.member()
    const outside = await host(drip)
    await storeForeign(user.id, outside.url)
    await sql`INSERT INTO avatar_fetches (user_id, tries) VALUES (${user.id}, 2)`.execute(site.database.sql)
    const fetches = startJobs(site.context, [avatarFetchJob(site.context)])
    await expect.poll(() => outside.requests.length).toBe(1)
    await fetches.stop()
    expect([(await stored(user.id))?.foreign, await tries(user.id)]).toEqual([outside.url, 2])
  })
})
