import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort } from './support/free-port.ts'
import { Person } from './support/people.ts'
import { endSite, rootDir, type Site, startSite } from './support/site.ts'
import { temporaryDir } from './support/temporary-dir.ts'

/** `KILLS=20` takes ten minutes: after each kill of the site an address waits for the rest of its lease. */
const kills = Number(process.env.KILLS ?? 2)
const eventsPerRound = 10

let site: Site | undefined
let receiver: ChildProcess | undefined
afterAll(async () => {
  receiver?.kill('SIGKILL')
  await endSite(site)
})

test(`[doors.26] Kill -9 of the site and of a receiver, ${kills} times: every event arrives at least once, in order per address`, async () => {
  const port = await freePort()
  const file = join(await temporaryDir(), 'received')
  const startReceiver = async () => {
    receiver = fork(join(rootDir, 'tests/e2e/support/webhook-receiver.mjs'), [String(port), file])
    const ended = once(receiver, 'exit').then(() => {
      throw new Error('the receiver ended before it listened')
    })
    await Promise.race([once(receiver, 'message'), ended])
    ended.catch(() => undefined)
  }
  /** Ids as they arrived, each for the first time. */
  const received = () => [
    ...new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []),
  ]

  await startReceiver()
  const environment = { PORT: String(await freePort()), FETCH_ALLOW: '127.0.0.1' }
  site = await startSite(environment)
  const owner = await Person.owner(site, 'Hook Owner')
  const { webhook } = await owner.do('POST', '/api/admin/webhooks', {
    url: `http://127.0.0.1:${port}/`,
    types: ['match.stored'],
  })
  const own = `/api/admin/webhooks/${webhook.id}`

  let acknowledged = 0
  const queue = async () => {
    for (let event = 0; event < eventsPerRound; event += 1) {
      await owner.do('POST', `${own}/test`)
      acknowledged += 1
    }
  }
  /** A kill that follows would otherwise meet the pause of a second failure. */
  const until = async (what: string, isSo: () => boolean) => {
    for (const end = Date.now() + 180_000; !isSo(); ) {
      if (Date.now() > end) throw new Error(`${what}: ${received().length} of ${acknowledged} arrived`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  for (let round = 0; round < kills; round += 1) {
    let before = received().length
    await queue()
    await until('before a kill of the receiver', () => received().length > before)
    const ended = once(receiver!, 'exit')
    receiver?.kill('SIGKILL')
    // The port is free once it has ended.
    await ended
    await startReceiver()
    before = received().length
    await queue()
    await until('before a kill of the site', () => received().length > before)
    await site.kill()
    site = await startSite(environment, site.dataDir)
    before = received().length
    await until('after a kill of the site', () => received().length > before || before === acknowledged)
  }
  await until('at the end', () => received().length >= acknowledged)

  const log: { id: number; messageId: string }[] = []
  for (let page = log; page.length > 0 || log.length === 0; log.push(...page))
    page = await owner.do('GET', `${own}/deliveries${log.length > 0 ? `?before=${log.at(-1)!.id}` : ''}`)
  expect(log.length).toBe(acknowledged)
  expect(received()).toEqual(log.map(({ messageId }) => messageId).reverse())
})
