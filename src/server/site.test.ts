import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { makeLogger } from './platform/logger.ts'
import { startSite } from './site.ts'
import { rootDir } from './store.ts'
import { createTestDatabase } from './testing/template-database.ts'

let store: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

const start = () => {
  const environment = {
    DATABASE_URL: store.appUrl,
    MIGRATION_DATABASE_URL: store.ownerUrl,
    PORT: '0',
    STATUS_POLL_MS: '60000',
  }
  return startSite(readConfig(environment, rootDir), makeLogger('silent'), undefined)
}

async function ask(url: string, agent: Agent) {
  const [response] = await once(get(url, { agent }), 'response')
  let text = ''
  for await (const chunk of response) text += chunk
  return { status: response.statusCode, headers: response.headers, body: JSON.parse(text) }
}

test('A stopping site answers on connections that are still open, and closes them with the answer', async () => {
  const site = await start()
  const agents = [1, 2].map(() => new Agent({ keepAlive: true, maxSockets: 1 }))
  const [one, two] = agents as [Agent, Agent]
  for (const agent of agents) {
    const answer = await ask(`${site.url}/api/community`, agent)
    expect(answer).toMatchObject({ status: 200, headers: { connection: 'keep-alive' } })
  }
  const stopped = site.stop()
  const late = await ask(`${site.url}/api/community`, one)
  expect(late).toMatchObject({ status: 200, headers: { connection: 'close' }, body: { posts: 0 } })
  expect(await ask(`${site.url}/health/ready`, two)).toMatchObject({
    status: 503,
    body: { status: 'unavailable', reason: 'stopping' },
  })
  await stopped
  await expect(ask(`${site.url}/health/live`, one)).rejects.toThrow('ECONNREFUSED')
})
