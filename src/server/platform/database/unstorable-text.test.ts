import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyEndpoint, EndpointTable } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { gameServer } from '../../testing/game-server.ts'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'

let site: TestApp
let owner: TestBrowser
let headers: Readonly<Record<string, string>>
beforeAll(async () => {
  site = await testApp({
    environment: { RATE_LIMITS: 'off', STAFF_APPLICATION_WEBHOOK_SECRET: 'x'.repeat(32) },
    render: async () => new Response('<p>a page</p>', { headers: { 'content-type': 'text/html' } }),
  })
  const member = await site.member()
  await site.database.sql
    .updateTable('users')
    .set({ rank: 'Owner' })
    .where('id', '=', member.user.id)
    .execute()
  owner = member
  headers = (await gameServer(site)).headers
})
afterAll(() => site.close())

const every = Object.values(endpoints as Record<string, EndpointTable>).flatMap((table) =>
  Object.values(table).flatMap((endpoint) =>
    [endpoint.path, endpoint.aliasPath]
      .filter((path) => path !== undefined)
      .map((path): [string, AnyEndpoint, string] => [`${endpoint.method} ${path}`, endpoint, path]),
  ),
)

/** Paths of the routes that are no endpoint, as `find-my-way` prints them. */
const otherPaths = (): string[] => {
  const known = new Set(every.map(([, , path]) => path))
  const lines = site.app.printRoutes({ commonPrefix: false }).split('\n')
  const parents: string[] = []
  const found = new Set<string>()
  for (const line of lines) {
    const part = /^((?:│ {3}| {4})*)[├└]── (\S*?)(?: \((.*)\))?$/u.exec(line)
    if (part === null) continue
    const depth = part[1]!.length / 4
    parents.length = depth
    parents[depth] = part[2]!
    const path = parents.join('').replace(/^\*/, '/*')
    if (part[3] !== undefined && !known.has(path)) found.add(path)
  }
  return [...found]
}

const withNul = (path: string) => path.replace(/:\w+|\*/g, 'x%00')

test('[guards.40] NUL in a path or a query is 400 or 404 at every endpoint, for whoever may call it', async () => {
  for (const [name, endpoint, path] of every) {
    const said = {
      ...(endpoint.method !== 'GET' && { raw: '{}' }),
      ...(endpoint.access === 'game-server' && { headers }),
    }
    for (const url of [
      withNul(path),
      `${path.replace(/:\w+/g, '1')}?x=%00`,
      `${path.replace(/:\w+/g, '1')}?x%00=1`,
    ]) {
      if (!url.includes('%00')) continue
      const { status } = await owner.send(endpoint.method, url, said)
      expect([name, url, [400, 404].includes(status)]).toEqual([name, url, true])
    }
  }
})

test('[guards.40] NUL in a path or a query is 400 or 404 at every other route: pages, images, feeds, links of mails', async () => {
  const paths = otherPaths()
  expect(paths).toEqual(
    expect.arrayContaining(['/media/:name', '/unsubscribe/:token', '/share/player/:id.png', '/*']),
  )
  for (const path of paths)
    for (const method of ['GET', 'POST'] as const)
      for (const url of [withNul(path), `${path.replace(/:\w+|\*/g, 'x')}?x=%00`]) {
        if (!url.includes('%00')) continue
        const { status } = await site.browser().send(method, url, method === 'POST' ? { raw: '{}' } : {})
        expect([method, url, [400, 401, 404, 405].includes(status)]).toEqual([method, url, true])
      }
  const refused = await site.browser().send('POST', '/unsubscribe/%00', { raw: '{}' })
  expect([refused.status, refused.json.fields]).toEqual([
    400,
    { path: 'Text contains characters that cannot be stored' },
  ])
})

test('[guards.40] NUL in any text of a body is 400, at any depth', async () => {
  for (const [name, endpoint, path] of every) {
    if (endpoint.method === 'GET' || endpoint.access === 'game-server') continue
    const url = path.replace(/:\w+/g, '1')
    for (const body of [{ x: 'a\0' }, { x: [{ y: '\0' }] }, { 'x\0': 1 }]) {
      const { status, json } = await owner.send(endpoint.method, url, { raw: JSON.stringify(body) })
      expect([name, status, json?.code]).toEqual([name, 400, 'validation'])
    }
  }
})
