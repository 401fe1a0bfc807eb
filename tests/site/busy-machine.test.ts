import { afterAll, beforeAll, expect, test } from 'vitest'
import { withBusyDecoder } from '../../src/server/testing/busy-decoder.ts'
import { pictureHost, plainPicture } from '../../src/server/testing/picture-host.ts'
import { dataUrlOf } from '../../src/server/testing/pictures.ts'
import {
  type TestApp,
  type TestBrowser,
  type TestResponse,
  testApp,
} from '../../src/server/testing/test-app.ts'

let site: TestApp
let picture: Buffer
beforeAll(async () => {
  site = await testApp({ environment: { FETCH_ALLOW: '127.0.0.1' } })
  picture = await plainPicture(40)
})
afterAll(() => site.close())

const rowsOf = async (table: 'avatars' | 'media' | 'posts') => {
  const { n } = await site.database.sql
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

const uploads: Record<string, (member: TestBrowser, url: string) => Promise<TestResponse>> = {
  'a post': (member) =>
    member.post('/api/posts', { content: 'look', mediaUrl: dataUrlOf(picture), mediaType: 'image' }),
  'a picture of a member': (member) => member.put('/api/user/avatar', { image: dataUrlOf(picture) }),
  'a picture behind a URL': (member, url) => member.patch('/api/user', { avatarUrl: url, bio: 'kept' }),
}

test.each(Object.entries(uploads))(
  '[green.07] a picture that a starved machine cannot decode in time is 503 with Retry-After, stores nothing, and works later: %s',
  async (_what, send) => {
    const outside = await pictureHost((_request, response) => void response.end(picture))
    try {
      const member = await site.member()
      const before = [await rowsOf('posts'), await rowsOf('media'), await rowsOf('avatars')]
      const busy = await withBusyDecoder(() => send(member, outside.url))
      expect(busy).toMatchObject({ status: 503, json: { code: 'overloaded' } })
      expect(Number(busy.headers['retry-after'])).toBeGreaterThan(0)
      expect([await rowsOf('posts'), await rowsOf('media'), await rowsOf('avatars')]).toEqual(before)
      expect([200, 201]).toContain((await send(member, outside.url)).status)
    } finally {
      await outside.close()
    }
  },
)
