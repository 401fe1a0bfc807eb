import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bombs, dataUrlOf, worstAccepted } from '../../src/server/testing/pictures.ts'
import { type MemoryGroup, memoryGroup, peakMbDuring, residentMb } from './support/memory.ts'
import { endSite, type Site, startSite } from './support/site.ts'

/** What two accepted pictures at once may add to the process (docs/spec/rulings.md, Images). */
const maxMb = 150

let site: Site
let group: MemoryGroup
let cookies: readonly string[]

const register = async (username: string): Promise<string> => {
  const response = await fetch(`${site.url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'correct horse 1' }),
  })
  expect(response.status).toBe(201)
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** As a person does whom a busy machine asks to try again: after the time that it said. */
const post = async (cookie: string, bytes: Buffer): Promise<Response> => {
  const response = await fetch(`${site.url}/api/posts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ content: 'A picture', mediaUrl: dataUrlOf(bytes) }),
  })
  if (response.status !== 503) return response
  await pause(1_000 * Number(response.headers.get('retry-after')))
  return post(cookie, bytes)
}

const postTwice = async (bytes: Buffer) => {
  const responses = await Promise.all(cookies.map((cookie) => post(cookie, bytes)))
  return responses.map(({ status }) => status)
}

beforeAll(async () => {
  site = await startSite()
  cookies = [await register('First'), await register('Second')]
  expect(await postTwice(await worstAccepted['JPEG, noise, 5 MB']!())).toEqual([201, 201])
  group = memoryGroup('pictures')
  // Only what is taken from here on counts there; pages that come in place of freed ones do as well, hence more.
  group.add(site.pid)
  group.limit(2 * maxMb)
})

afterAll(async () => {
  await endSite(site)
  await group?.remove()
})

test.each(Object.keys(worstAccepted))(
  'Two accepted pictures at once add at most 150 MB to the process: %s',
  async (kind) => {
    const bytes = await worstAccepted[kind]!()
    expect(bytes.length).toBeLessThanOrEqual(5_242_880)
    const before = residentMb(site.pid)
    let statuses: number[] = []
    const peakMb = await peakMbDuring(site.pid, async () => {
      statuses = await postTwice(bytes)
    })
    expect(statuses).toEqual([201, 201])
    process.stdout.write(
      `${kind}: ${bytes.length} bytes, two at once add ${Math.round(peakMb - before)} MB\n`,
    )
    expect(peakMb - before).toBeLessThanOrEqual(maxMb)
    expect(group.kills()).toBe(0)
  },
)

test.each(Object.keys(bombs))(
  'A small file that needs more memory is refused before it is decoded: %s',
  async (kind) => {
    const bytes = await bombs[kind]!()
    expect(bytes.length).toBeLessThanOrEqual(5_242_880)
    const before = residentMb(site.pid)
    const peakMb = await peakMbDuring(site.pid, async () => {
      expect(await postTwice(bytes)).toEqual([400, 400])
    })
    expect(peakMb - before).toBeLessThanOrEqual(maxMb)
  },
)
