import { once } from 'node:events'
import { createServer } from 'node:net'
import { drip, pictureHost } from '../../../src/server/testing/picture-host.ts'
import type { Round } from '../support/round.ts'
import { firstOf, unless } from '../support/tally.ts'
import type { Person, Target } from '../support/target.ts'

/** The only host that the attacked site may fetch pictures from; everything else of this machine is inside. */
export const outsideAddress = '127.77.0.1'

const save = (target: Target, { cookie }: Person, avatarUrl: string) =>
  target.ask('/api/user', { method: 'PATCH', cookie, body: { avatarUrl } })

/** Ways to write an address of this machine. Those of other networks are tried in the gateway's tests, where nothing is sent. */
const inside = (port: number): readonly string[] => [
  `http://127.0.0.1:${port}/`,
  `http://127.1:${port}/`,
  `http://2130706433:${port}/`,
  `http://0x7f000001:${port}/`,
  `http://0177.0.0.1:${port}/`,
  `http://0.0.0.0:${port}/`,
  `http://0:${port}/`,
  `http://[::1]:${port}/`,
  `http://[::]:${port}/`,
  `http://[::ffff:127.0.0.1]:${port}/`,
  `http://[::ffff:7f00:1]:${port}/`,
  `http://[64:ff9b::7f00:1]:${port}/`,
  `http://[fe80::1]:${port}/`,
  `http://localhost:${port}/`,
  `http://LOCALHOST:${port}/`,
  `http://a.localhost:${port}/`,
  `http://127。0。0。1:${port}/`,
  `http://①②⑦.0.0.1:${port}/`,
]

/** Addresses of pictures that send the site where a member could not go, or keep it waiting. */
export async function avatarAddresses({ target, tally }: Round): Promise<void> {
  let connections = 0
  const listener = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  listener.listen(0, '0.0.0.0')
  await once(listener, 'listening')
  const { port } = listener.address() as { port: number }
  let location = ''
  const outside = await pictureHost(
    (request, response) => {
      if (request.url === '/drip') return void drip(request, response)
      if (request.url === '/silent') return
      if (request.url === '/redirect') return void response.writeHead(302, { location }).end()
      response.end('no picture')
    },
    { address: outsideAddress },
  )
  try {
    const member = await target.join()
    const refused = async (url: string) => {
      const { status, json } = await save(target, member, url)
      return firstOf(
        unless(status, 400, 'the status'),
        unless(json?.fields?.avatarUrl, 'Invalid URL', 'the sentence'),
        unless(connections, 0, 'connections inside'),
      )
    }
    for (const url of inside(port)) {
      await tally.check(url, () => refused(url))
      // A header has bytes, no characters.
      location = Buffer.from(url).toString('latin1')
      await tally.check(`a redirect to ${url}`, () => refused(`${outside.url}/redirect`))
    }
    for (const path of ['/drip', '/silent']) {
      await tally.check(`a host that answers ${path}, 6 at once`, async () => {
        const begun = performance.now()
        const members = await Promise.all(Array.from({ length: 6 }, () => target.join()))
        const responses = await Promise.all(members.map((one) => save(target, one, outside.url + path)))
        const seconds = (performance.now() - begun) / 1_000
        tally.figures[`seconds ${path}`] = Math.round(seconds * 10) / 10
        return firstOf(
          ...responses.map(({ status }) => unless(status, 400, 'the status')),
          // Three at once, 5 s each, twice; and time for the machine.
          seconds > 30 ? `it took ${seconds} s` : undefined,
        )
      })
      await tally.check(`the site after ${path}`, () => target.health())
    }
    await tally.check('nothing was stored', async () => {
      const rows = await target.rows('SELECT user_id FROM avatars')
      return unless(rows.length, 0, 'avatars')
    })
  } finally {
    await outside.close()
    listener.close()
  }
}
