import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, inject, test } from 'vitest'
import { withSuperuser } from '../../testing/test-server.ts'
import { migrationStatus } from './migrations.ts'
import { connectWhenReachable, whenReachable } from './reachable-database.ts'

const { superuserUrl } = inject('postgres')
const servers: Server[] = []
const sockets = new Set<Socket>()
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})

/** A port that takes connections and says nothing. */
async function silentPort(): Promise<number> {
  const server = createServer((socket) => sockets.add(socket))
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const failure = (code: string, message = '') => Object.assign(new Error(message), { code })

test.each([
  ['refuses', failure('ECONNREFUSED')],
  ['is starting up or recovering', failure('57P03', 'the database system is starting up')],
  ['has no connection left', failure('53300')],
  ['has no name yet', failure('EAI_AGAIN')],
  ['does not answer', new Error('timeout expired')],
])('[green.08] a database that %s is waited for, with one sentence', async (_what, error) => {
  const reported: string[] = []
  let left = 3
  const work = async () => {
    left -= 1
    if (left > 0) throw error
    return 'there'
  }
  const wait = { waitMs: 60_000, report: (sentence: string) => void reported.push(sentence) }
  expect(await whenReachable(work, wait)).toBe('there')
  expect(reported).toEqual([
    `The database is not reachable (${error.message || (error as { code?: string }).code}): trying again for up to 60 s`,
  ])
})

test.each(['28P01', '3D000', '42501'])(
  '[green.08] what does not pass by itself is not waited for: SQLSTATE %s',
  async (code) => {
    const reported: string[] = []
    let tries = 0
    const work = async () => {
      tries += 1
      throw failure(code, 'for good')
    }
    const wait = { waitMs: 60_000, report: (sentence: string) => void reported.push(sentence) }
    await expect(whenReachable(work, wait)).rejects.toThrow('for good')
    expect([tries, reported]).toEqual([1, []])
  },
)

test('[green.09] a wait ends after its time with the reason, and at once when it is stopped', async () => {
  const port = await silentPort()
  const url = `postgresql://nobody:secret@127.0.0.1:${port}/none`
  const report = () => undefined
  const late = connectWhenReachable(url, 'test', { waitMs: 1, report })
  await expect(late).rejects.toThrow('the database was not reachable for 0.001 s (timeout expired)')

  const stop = new AbortController()
  const stopped = connectWhenReachable(url, 'test', { waitMs: 60_000, report, stop: stop.signal })
  await expect.poll(() => sockets.size).toBeGreaterThan(1)
  stop.abort(new Error('no longer wanted'))
  await expect(stopped).rejects.toThrow('no longer wanted')
})

test('a connection that was cut ends at once, and its query with it', async () => {
  const { client, cut } = await connectWhenReachable(superuserUrl, 'cut', {
    waitMs: 60_000,
    report: () => undefined,
  })
  const sleeping = client.query('SELECT pg_sleep(600)')
  cut()
  await expect(sleeping).rejects.toThrow('Connection terminated')
  await withSuperuser(superuserUrl, (other) =>
    other.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cut'`),
  )
})

test('a look at the migrations does not wait', async () => {
  const url = 'postgresql://nobody:secret@127.0.0.1:1/none'
  await expect(migrationStatus(url, 'migrations')).rejects.toThrow('ECONNREFUSED')
})
