import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { nameServer } from '../testing/name-server.ts'
import { drip, pictureHost } from '../testing/picture-host.ts'
import { pictureGateway } from './picture.ts'
import { reachable } from './public-address.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const host = async (...said: Parameters<typeof pictureHost>) => {
  const one = await pictureHost(...said)
  closing.push(one.close)
  return one
}

const names = async (...said: Parameters<typeof nameServer>) => {
  const one = await nameServer(...said)
  closing.push(one.close)
  return { nameServers: [one.address] }
}

const bytes = Buffer.from('whatever the host sends')
const sendBytes: RequestListener = (_request, response) => void response.end(bytes)
const redirectTo =
  (location: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(302, { location }).end()
const onLoopback = { fetchAllow: ['127.0.0.1'] }

describe('which addresses may be asked', () => {
  test.each([
    ['this host', '0.0.0.0'],
    ['this host', '::'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['loopback', '::1'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['private', 'fd00::1'],
    ['link-local, where clouds tell their secrets', '169.254.169.254'],
    ['link-local', 'fe80::1'],
    ['shared by the customers of a provider', '100.64.0.1'],
    ['shared by the customers of a provider', '100.127.255.255'],
    ['IPv4 in IPv6', '::ffff:127.0.0.1'],
    ['IPv4 in IPv6', '::ffff:8.8.8.8'],
    ['IPv4 in IPv6, the old way', '::127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64 of a network', '64:ff9b:1::a00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001:0:7f00:1::'],
    ['multicast', '224.0.0.1'],
    ['multicast', 'ff02::1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['for documents', '192.0.2.1'],
    ['for documents', '2001:db8::1'],
    ['for measurements', '198.18.0.1'],
    ['no address at all', 'pictures.example'],
  ])('%s is refused: %s', (_kind, address) => {
    expect(reachable([])(address)).toBe(false)
  })

  test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450::1'])(
    'a public one is not: %s',
    (address) => {
      expect(reachable([])(address)).toBe(true)
    },
  )

  test('FETCH_ALLOW opens what it names, and nothing beside it', () => {
    const isReachable = reachable(['10.1.0.0/16', '127.0.0.1', 'fd00::/8'])
    expect(['10.1.2.3', '127.0.0.1', 'fd12::1'].map(isReachable)).toEqual([true, true, true])
    expect(['10.2.0.1', '127.0.0.2', 'fe80::1'].map(isReachable)).toEqual([false, false, false])
  })
})

describe('a host inside is never connected to', () => {
  test.each([
    ['by its address', (port: number) => `http://127.0.0.1:${port}/`],
    ['by a number', (port: number) => `http://2130706433:${port}/`],
    ['by an octal number', (port: number) => `http://0177.0.0.1:${port}/`],
    ['by a hexadecimal number', (port: number) => `http://0x7f.1:${port}/`],
    ['by an address in IPv6', (port: number) => `http://[::ffff:127.0.0.1]:${port}/`],
    ['by the address of every interface', (port: number) => `http://0.0.0.0:${port}/`],
    ['by its own name', (port: number) => `http://localhost:${port}/`],
    ['by a name below that', (port: number) => `http://pictures.localhost:${port}/`],
    ['with another scheme', (port: number) => `ftp://127.0.0.1:${port}/`],
    ['with credentials', (port: number) => `http://a:b@127.0.0.1:${port}/`],
  ])('%s', async (_how, urlOf) => {
    const inside = createServer()
    let connections = 0
    inside.on('connection', (socket) => {
      connections += 1
      socket.destroy()
    })
    inside.listen(0, '0.0.0.0')
    await once(inside, 'listening')
    closing.push(async () => {
      inside.close()
      await once(inside, 'close')
    })
    const { port } = inside.address() as { port: number }
    await expect(pictureGateway({ fetchAllow: [] })(urlOf(port))).rejects.toThrow()
    expect(connections).toBe(0)
  })

  test('by a name that means it', async () => {
    const inside = await host(sendBytes)
    const system = await names((_name, type) => (type === 'A' ? ['127.0.0.1'] : []))
    const url = `http://pictures.example:${inside.port}/a.png`
    await expect(pictureGateway({ fetchAllow: [] }, system)(url)).rejects.toThrow('not a public address')
    expect(inside.requests).toEqual([])
  })

  test('by a name that means a public address as well', async () => {
    const inside = await host(sendBytes)
    const system = await names((_name, type) => (type === 'A' ? ['127.0.0.2', '127.0.0.1'] : []))
    const fetchPicture = pictureGateway({ fetchAllow: ['127.0.0.2'] }, system)
    await expect(fetchPicture(`http://pictures.example:${inside.port}/`)).rejects.toThrow(
      'not a public address',
    )
    expect(inside.requests).toEqual([])
  })

  test('by a name with an IPv6 address inside', async () => {
    const system = await names((_name, type) => (type === 'A' ? ['127.0.0.2'] : ['fd00:0:0:0:0:0:0:1']))
    const fetchPicture = pictureGateway({ fetchAllow: ['127.0.0.2'] }, system)
    await expect(fetchPicture('http://pictures.example/')).rejects.toThrow('not a public address')
  })

  test('by a redirect', async () => {
    const inside = await host(sendBytes)
    const outside = await host(redirectTo(`http://127.0.0.1:${inside.port}/secret`), { address: '127.0.0.2' })
    const fetchPicture = pictureGateway({ fetchAllow: ['127.0.0.2'] })
    await expect(fetchPicture(`${outside.url}/a.png`)).rejects.toThrow('not a public address')
    expect(outside.requests).toEqual(['/a.png'])
    expect(inside.requests).toEqual([])
  })

  test('by a name that means something else once it was checked', async () => {
    const outside = await host(sendBytes, { address: '127.0.0.2' })
    const inside = await host(sendBytes, { port: outside.port })
    let questions = 0
    const system = await names((_name, type) => {
      if (type !== 'A') return []
      questions += 1
      return [questions === 1 ? '127.0.0.2' : '127.0.0.1']
    })
    const fetchPicture = pictureGateway({ fetchAllow: ['127.0.0.2'] }, system)
    const url = `http://pictures.example:${outside.port}/a.png`
    expect(await fetchPicture(url)).toEqual(bytes)
    expect(outside.requests).toEqual(['/a.png'])
    await expect(fetchPicture(url)).rejects.toThrow('not a public address')
    expect(inside.requests).toEqual([])
  })

  test('by a redirect to the same name, which means something else by then', async () => {
    const outside = await host(redirectTo('/again'), { address: '127.0.0.2' })
    const inside = await host(sendBytes, { port: outside.port })
    let questions = 0
    const system = await names((_name, type) => {
      if (type !== 'A') return []
      questions += 1
      return [questions === 1 ? '127.0.0.2' : '127.0.0.1']
    })
    const fetchPicture = pictureGateway({ fetchAllow: ['127.0.0.2'] }, system)
    await expect(fetchPicture(`http://pictures.example:${outside.port}/`)).rejects.toThrow(
      'not a public address',
    )
    expect(inside.requests).toEqual([])
  })
})

describe('what a host may send', () => {
  test('a picture, behind a redirect too', async () => {
    const end = await host(sendBytes)
    const start = await host(redirectTo(`${end.url}/b.png`))
    expect(await pictureGateway(onLoopback)(`${start.url}/a.png`)).toEqual(bytes)
  })

  test('it learns nothing of who asked: no cookie, no referrer, no address of a reader', async () => {
    let headers: object = {}
    const outside = await host((request, response) => {
      headers = request.headers
      response.end(bytes)
    })
    await pictureGateway(onLoopback)(`${outside.url}/a.png`)
    expect(headers).toEqual({
      host: `127.0.0.1:${outside.port}`,
      accept: 'image/*',
      'accept-encoding': 'identity',
      connection: 'close',
    })
  })

  test.each([
    ['an error', (_request, response) => void response.writeHead(404).end('none')],
    ['a redirect without end', (_request, response) => void response.writeHead(302, { location: '/' }).end()],
    [
      'a packed body',
      (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes),
    ],
    [
      'half an answer',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('half', () => response.destroy())
      },
    ],
    ['nothing', (request) => void request.socket.destroy()],
  ] satisfies [string, RequestListener][])('not %s', async (_what, response) => {
    const outside = await host(response)
    await expect(pictureGateway(onLoopback)(outside.url)).rejects.toThrow()
    await vi.waitFor(async () => expect(await outside.open()).toBe(0))
  })

  test('5,242,880 bytes, and not one more', async () => {
    const outside = await host((request, response) => {
      response.end(Buffer.alloc(request.url === '/most' ? 5_242_880 : 5_242_881))
    })
    const fetchPicture = pictureGateway(onLoopback)
    expect(await fetchPicture(`${outside.url}/most`)).toHaveLength(5_242_880)
    await expect(fetchPicture(`${outside.url}/more`)).rejects.toThrow('too large')
  })

  test('not a body without end: the connection closes', async () => {
    const piece = Buffer.alloc(64 * 1024)
    const outside = await host((_request, response) => {
      const pour = () => {
        while (!response.destroyed && response.write(piece));
      }
      response.on('drain', pour)
      pour()
    })
    await expect(pictureGateway(onLoopback)(outside.url)).rejects.toThrow('too large')
    await vi.waitFor(async () => expect(await outside.open()).toBe(0))
  })
})

/** Short, because these hosts never finish; a slow machine does not change the result. */
const hasty = { totalMs: 300 }

describe('how long a host may take', () => {
  test.each([
    ['drips its body', drip],
    ['says nothing', () => undefined],
    [
      'drips its head',
      async (request) => {
        while (!request.socket.destroyed) {
          request.socket.write(request.socket.bytesWritten === 0 ? 'HTTP/1.1 200 OK\r\nx-slow: ' : 'x')
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      },
    ],
    [
      'hints and does not answer',
      (request) => {
        request.socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n')
      },
    ],
  ] satisfies [string, RequestListener][])(
    'one that %s is left: the connection closes',
    async (_what, response) => {
      const outside = await host(response)
      await expect(pictureGateway(onLoopback, hasty)(outside.url)).rejects.toThrow('not there in time')
      await vi.waitFor(async () => expect(await outside.open()).toBe(0))
    },
  )

  test('a name server that says nothing is not waited for, and nothing is asked afterwards', async () => {
    const outside = await host(sendBytes)
    const system = await names(() => undefined)
    const fetchPicture = pictureGateway(onLoopback, { ...hasty, ...system })
    await expect(fetchPicture(`http://pictures.example:${outside.port}/`)).rejects.toThrow(
      'not there in time',
    )
    expect(outside.requests).toEqual([])
  })

  test('all redirects together have one time', async () => {
    const outside = await host((request, response) => {
      if (request.url === '/3') void drip(request, response)
      else response.writeHead(302, { location: `/${Number(request.url?.slice(1)) + 1}` }).end()
    })
    await expect(pictureGateway(onLoopback, hasty)(`${outside.url}/0`)).rejects.toThrow('not there in time')
  })

  test('a fetch that is no longer wanted ends at once, and one that never was does not begin', async () => {
    const outside = await host(drip)
    const stop = new AbortController()
    const fetching = pictureGateway(onLoopback)(outside.url, stop.signal)
    await vi.waitFor(() => expect(outside.requests).toHaveLength(1))
    stop.abort()
    await expect(fetching).rejects.toThrow()
    await vi.waitFor(async () => expect(await outside.open()).toBe(0))
    await expect(pictureGateway(onLoopback)(outside.url, stop.signal)).rejects.toThrow('no longer wanted')
    expect(outside.requests).toHaveLength(1)
  })
})
