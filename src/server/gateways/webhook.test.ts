import { afterEach, expect, test } from 'vitest'
import { nameServer } from '../testing/name-server.ts'
import { type PushService, pushService } from '../testing/push-service.ts'
import { webhookReceiver } from '../testing/webhook-receiver.ts'
import { webhookGateway } from './webhook.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
const opened = async <One extends { close(): Promise<void> }>(opening: Promise<One>) => {
  const one = await opening
  closing.push(() => one.close())
  return one
}
const call = (url: string) => ({ url, headers: {}, body: '{}' })

test('[doors.23] a name is resolved once for each attempt, and one that has come to mean a private address is not called', async () => {
  const receiver = await opened(webhookReceiver())
  let addresses = ['127.0.0.1']
  const names = await opened(nameServer((_name, type) => (type === 'A' ? addresses : [])))
  const gateway = webhookGateway({ fetchAllow: ['127.0.0.1'] }, { nameServers: [names.address] })
  const url = `http://hooks.example:${receiver.port}/`
  expect(await gateway.send(call(url))).toMatchObject({ status: 204 })
  for (const [address, word] of [
    ['10.0.0.1', 'private'],
    ['169.254.169.254', 'link-local'],
    ['127.0.0.2', 'loopback'],
    ['1.1.1.1', 'https://'],
  ] as const) {
    addresses = ['127.0.0.1', address]
    const outcome = await gateway.send(call(url))
    expect(outcome).toMatchObject({ status: null, error: expect.stringContaining(word) })
    expect(await gateway.refuse(url)).toBe(outcome.error)
  }
  addresses = []
  expect(await gateway.send(call(url))).toMatchObject({
    status: null,
    error: expect.stringContaining('found'),
  })
  expect(await gateway.refuse(url)).toBeUndefined()
  expect(receiver.received).toHaveLength(1)
})

test('[doors.23] a receiver that is silent, drips or is gone fails within the time limit, whatever it sends', async () => {
  const receiver = await opened(webhookReceiver())
  const gateway = webhookGateway({ fetchAllow: ['127.0.0.1'] }, { totalMs: 300 })
  receiver.next.set('/', [
    () => undefined,
    (response) => void response.writeHead(200).write('drip'),
    (response) => void response.writeHead(200).end('x'.repeat(100_000)),
    (response) => void response.destroy(),
  ])
  const send = () => gateway.send(call(receiver.url('/')))
  expect(await send()).toMatchObject({ status: null, error: 'The receiver did not respond in time' })
  expect(await send()).toMatchObject({ status: 200, response: 'drip' })
  expect(await send()).toMatchObject({ status: 200, response: 'x'.repeat(1_024) })
  expect(await send()).toMatchObject({
    status: null,
    error: 'The receiver could not be reached (ECONNRESET)',
  })
})

test('[doors.23] over https the certificate must be one of the name', async () => {
  const service: PushService = await opened(pushService())
  const { endpoint } = service.subscribe()
  const trusting = webhookGateway({ fetchAllow: ['127.0.0.1'] }, { ca: service.ca })
  const strict = webhookGateway({ fetchAllow: ['127.0.0.1'] })
  expect((await trusting.send(call(new URL('/nobody', endpoint).href))).status).toBe(404)
  expect((await strict.send(call(endpoint))).error).toMatch(/could not be reached \(.*CERT.*\)/)
})
