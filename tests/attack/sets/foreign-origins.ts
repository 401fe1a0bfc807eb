import { request } from 'node:http'
import { changing, type Listed } from '../support/endpoint-list.ts'
import type { Round } from '../support/round.ts'
import { wrongWith } from '../support/rules.ts'
import { samplesFor } from '../support/samples.ts'
import { firstOf } from '../support/tally.ts'

type Headers = Readonly<Record<string, string | string[]>>

/** What a page of another site, another port or no site at all makes a browser send. */
const foreign = (port: string): readonly Headers[] => {
  const own = `http://127.0.0.1:${port}`
  return [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: '' },
    { origin: 'file://' },
    { origin: 'chrome-extension://abcdefghijklmnop' },
    { origin: `http://127.0.0.1:${Number(port) + 1}` },
    { origin: 'http://127.0.0.1' },
    { origin: `http://127.0.0.1.evil.example:${port}` },
    { origin: `http://evil.127.0.0.1:${port}` },
    { origin: `http://evil.localhost:${port}` },
    { origin: `http://localhost.evil.example:${port}` },
    { origin: `${own}@evil.example` },
    { origin: `http://evil.example/#${own}` },
    { origin: `${own}, https://evil.example` },
    { origin: [own, 'https://evil.example'] },
    { origin: `https://evil.example ${own}` },
    { origin: own, 'sec-fetch-site': 'cross-site' },
    { origin: own, 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'CROSS-SITE' },
    { 'sec-fetch-site': ['none', 'cross-site'] },
    { referer: 'https://evil.example/page' },
    { referer: `https://evil.example/?${own}/` },
    { referer: `http://127.0.0.1:${Number(port) + 1}/` },
    { origin: 'https://evil.example', referer: `${own}/social` },
    { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    { origin: 'https://evil.example', 'x-http-method-override': 'GET', 'x-requested-with': 'XMLHttpRequest' },
  ]
}

/** What our own pages, scripts and game servers send. */
const own = (port: string): readonly Headers[] => [
  {},
  { origin: `http://127.0.0.1:${port}` },
  { origin: `http://localhost:${port}` },
  {
    origin: `http://127.0.0.1:${port}`,
    'sec-fetch-site': 'same-origin',
    referer: `http://127.0.0.1:${port}/social`,
  },
  { 'sec-fetch-site': 'none' },
  { referer: `http://127.0.0.1:${port}/social` },
]

/** Every endpoint that changes something, called in a member's name by a page that is not ours. */
export async function foreignOrigins(round: Round): Promise<void> {
  const { target, tally, seed } = round
  const { port } = new URL(target.url)
  let owner = await target.join('Owner')
  const send = ({ endpoint, path }: Listed, headers: Headers, body: unknown) =>
    target.ask(path.replace(/:[A-Za-z]+/g, '2147483000'), {
      method: endpoint.method,
      cookie: owner.cookie,
      headers,
      body,
    })

  for (const one of changing) {
    for (const headers of foreign(port)) {
      await tally.check(`${one.name} with ${JSON.stringify(headers)}`, async () => {
        const response = await send(one, headers, samplesFor(one.endpoint, seed)[0])
        const isRefused = response.status === 403 && response.json?.code === 'foreign_origin'
        return firstOf(
          wrongWith(one.path, response),
          isRefused ? undefined : `answered ${response.status}: ${response.text}`,
        )
      })
    }
    if (!(await target.isThere(owner))) {
      tally.note(`${one.name}: who was attacked is still signed in`, 'no longer')
      owner = await target.join('Owner')
    }
    // The refusals above are due to their headers: without a foreign one, the same request gets further. A body that is
    // wrong, so that nothing happens to who asks.
    if (one.path === '/api/logout') continue
    for (const headers of own(port)) {
      await tally.check(`${one.name} of our own, with ${JSON.stringify(headers)}`, async () => {
        const { status, json, text } = await send(
          one,
          headers,
          one.endpoint.body === undefined ? undefined : [],
        )
        return json?.code === 'foreign_origin' ? `answered ${status}: ${text}` : undefined
      })
    }
    if (!(await target.isThere(owner))) owner = await target.join('Owner')
  }
  await foreignSockets(round, port)
}

async function foreignSockets({ target, tally }: Round, port: string): Promise<void> {
  for (const headers of foreign(port).filter(
    ({ origin }) => origin !== undefined && origin !== `http://127.0.0.1:${port}`,
  )) {
    await tally.check(`a socket with ${JSON.stringify(headers)}`, async () => {
      const status = await upgrade(target.url, headers)
      return status === 403 ? undefined : `answered ${status}`
    })
  }
  for (const headers of own(port)) {
    await tally.check(`a socket of our own, with ${JSON.stringify(headers)}`, async () => {
      const status = await upgrade(target.url, headers)
      return status === 101 ? undefined : `answered ${status}`
    })
  }
}

/** The status that asking for a WebSocket is answered with. */
export const upgrade = (url: string, headers: Headers, from?: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const call = request(`${url}/ws`, {
      agent: false,
      ...(from !== undefined && { localAddress: from }),
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
        ...headers,
      },
    })
    call.on('upgrade', (_response, socket) => {
      socket.destroy()
      resolve(101)
    })
    call.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    call.on('error', reject)
    call.end()
  })
