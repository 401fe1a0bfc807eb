import { gzipSync } from 'node:zlib'
import { type Listed, listed } from '../support/endpoint-list.ts'
import type { HttpResponse } from '../support/http.ts'
import { exchange } from '../support/raw.ts'
import type { Round } from '../support/round.ts'
import { wrongWith, wrongWithError } from '../support/rules.ts'
import { samplesFor } from '../support/samples.ts'
import { firstOf } from '../support/tally.ts'
import type { Target } from '../support/target.ts'

/** What a form, an image or a beacon of a foreign page can send without asking, and other types that are not JSON. */
const foreignTypes = [
  'text/plain',
  'text/plain; charset=utf-8',
  'TEXT/PLAIN',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'application/xml',
  'text/json',
  'application/octet-stream',
  'application/jsonp',
  'application/json5',
  'application/json-seq',
  'text/plain; application/json',
  'text/plain, application/json',
  'text/plain;a=application/json',
  'json',
  '*/*',
  '/',
  ';',
  'application/',
  'application',
]

/** Ways to write the right type that have led past a check of the body elsewhere (CVE-2025-32442). */
const trickyTypes = [
  'application/json',
  'application/json\t',
  'application/json\t;charset=utf-8',
  'application/json ; charset=utf-8',
  'Application/JSON',
  'APPLICATION/JSON;CHARSET=UTF-8',
  'application/json;',
  'application/json;;;',
  'application/json; charset=utf-16',
  'application/json; charset=utf-7',
  'application/json; charset="utf-8"',
  'application/json; a=b; charset=latin1',
  'application/json, text/plain',
  'application/json,application/json',
  'application/vnd.api+json',
  'application/json+x',
]

const withBody = listed.filter(({ endpoint }) => endpoint.body !== undefined)

/** Bodies that are no JSON, or say that they are none; headers that two programs would read in two ways. */
export async function contentTypes(round: Round): Promise<void> {
  const { target, tally } = round
  let owner = await target.join('Owner')
  const authorization = await target.gameServerKey()
  const before = await stored(target)
  const send = (one: Listed, body: string | Buffer | undefined, headers: Record<string, string>) =>
    target.ask(one.path.replace(/:[A-Za-z]+/g, '1'), {
      method: one.endpoint.method,
      body,
      isUntyped: headers['content-type'] === undefined,
      cookie: owner.cookie,
      headers: { authorization, ...headers },
    })

  for (const one of withBody) {
    if (!(await target.isThere(owner))) owner = await target.join('Owner')
    const valid = JSON.stringify(samplesFor(one.endpoint, round.seed)[0] ?? {})
    for (const type of foreignTypes) {
      await tally.check(`${one.name} as ${type}`, async () =>
        refusedWith(one.path, await send(one, valid, { 'content-type': type }), 415),
      )
    }
    await tally.check(`${one.name} without a type`, async () =>
      refusedWith(one.path, await send(one, valid, {}), 415),
    )
    for (const type of trickyTypes) {
      await tally.check(`${one.name}: a body that is no record, as ${JSON.stringify(type)}`, async () =>
        refused(one.path, await send(one, '"neither checked nor refused"', { 'content-type': type })),
      )
    }
    await tally.check(`${one.name} in UTF-16`, async () =>
      refused(
        one.path,
        await send(one, Buffer.from(valid, 'utf16le'), {
          'content-type': 'application/json; charset=utf-16',
        }),
      ),
    )
    for (const encoding of ['gzip', 'br', 'deflate', 'identity, gzip']) {
      await tally.check(`${one.name} packed, as ${encoding}`, async () =>
        refused(
          one.path,
          await send(one, gzipSync(valid), {
            'content-type': 'application/json',
            'content-encoding': encoding,
          }),
        ),
      )
    }
    await tally.check(`${one.name} with 100 MB packed into 100 kB`, async () =>
      refused(
        one.path,
        await send(one, bomb, { 'content-type': 'application/json', 'content-encoding': 'gzip' }),
      ),
    )
  }
  await tally.check('nothing of all that is stored', async () => {
    const after = await stored(target)
    return after === before ? undefined : `before ${before}, after ${after}`
  })
  await framing(round)
}

const bomb = gzipSync(Buffer.alloc(100_000_000, 0x20))

const stored = async (target: Target) =>
  JSON.stringify(
    await target.rows(`SELECT (SELECT count(*) FROM users WHERE username LIKE 'Somebody%') AS users, (SELECT count(*) FROM posts) AS posts,
      (SELECT count(*) FROM reports) AS reports, (SELECT count(*) FROM contact_messages) AS messages,
      (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM matches) AS matches`),
  )

const refused = (path: string, response: HttpResponse) =>
  firstOf(wrongWith(path, response), response.status < 400 ? `taken with ${response.status}` : undefined)

const refusedWith = (path: string, response: HttpResponse, status: number) =>
  firstOf(
    wrongWith(path, response),
    response.status === status ? undefined : `answered ${response.status}: ${response.text}`,
  )

const head = (line: string, ...lines: readonly string[]) =>
  `${[line, 'Host: 127.0.0.1', ...lines].join('\r\n')}\r\n\r\n`
const smuggled = head('GET /api/smuggled')
const postLogin = 'POST /api/login HTTP/1.1'
const json = 'Content-Type: application/json'

/** Whatever two programs might read differently is refused, and what hides behind it is never answered. */
const ambiguous: readonly (readonly [string, string])[] = [
  [
    'a length and chunks',
    `${head(postLogin, json, 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n${smuggled}`,
  ],
  [
    'chunks and a length',
    `${head(postLogin, json, 'Transfer-Encoding: chunked', 'Content-Length: 60')}0\r\n\r\n${smuggled}`,
  ],
  ['two lengths', `${head(postLogin, json, 'Content-Length: 2', 'Content-Length: 0')}{}${smuggled}`],
  ['a list of lengths', `${head(postLogin, json, 'Content-Length: 2, 2')}{}${smuggled}`],
  ['a signed length', `${head(postLogin, json, 'Content-Length: +2')}{}${smuggled}`],
  ['a negative length', `${head(postLogin, json, 'Content-Length: -1')}{}${smuggled}`],
  ['a hexadecimal length', `${head(postLogin, json, 'Content-Length: 0x2')}{}${smuggled}`],
  [
    'a length beyond 64 bits',
    `${head(postLogin, json, 'Content-Length: 18446744073709551618')}{}${smuggled}`,
  ],
  ['unknown chunks', `${head(postLogin, json, 'Transfer-Encoding: xchunked')}0\r\n\r\n${smuggled}`],
  [
    'chunks, then something',
    `${head(postLogin, json, 'Transfer-Encoding: chunked, identity')}0\r\n\r\n${smuggled}`,
  ],
  [
    'chunks behind a tab',
    `${head(postLogin, json, 'Transfer-Encoding:\tchunked', 'Content-Length: 5')}0\r\n\r\n${smuggled}`,
  ],
  [
    'chunks and chunks',
    `${head(postLogin, json, 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity')}0\r\n\r\n${smuggled}`,
  ],
  ['a blank before the colon', `${head(postLogin, json, 'Transfer-Encoding : chunked')}0\r\n\r\n${smuggled}`],
  [
    'a chunk size beyond 64 bits',
    `${head(postLogin, json, 'Transfer-Encoding: chunked')}ffffffffffffffff1\r\n{}\r\n0\r\n\r\n${smuggled}`,
  ],
  [
    'a negative chunk',
    `${head(postLogin, json, 'Transfer-Encoding: chunked')}-2\r\n{}\r\n0\r\n\r\n${smuggled}`,
  ],
  [
    'chunks parted by line feeds alone',
    `${head(postLogin, json, 'Transfer-Encoding: chunked')}2\n{}\n0\n\n${smuggled}`,
  ],
  [
    'a folded header',
    `${head(postLogin, json, 'X-A: b\r\n Transfer-Encoding: chunked', 'Content-Length: 2')}{}`,
  ],
  ['lines that end in a line feed', `${postLogin}\nHost: 127.0.0.1\nContent-Length: 2\n\n{}`],
  ['a NUL in a header', head('GET /api/user HTTP/1.1', 'X-A: a\0b')],
  ['a header without a name', head('GET /api/user HTTP/1.1', ': b')],
  ['two hosts', head('GET /api/user HTTP/1.1', 'Host: evil.example')],
  ['no host', 'GET /api/user HTTP/1.1\r\n\r\n'],
  ['a header of 40 kB', head('GET /api/user HTTP/1.1', `X-A: ${'a'.repeat(40_000)}`)],
  ['3,000 headers', head('GET /api/user HTTP/1.1', ...Array.from({ length: 3_000 }, (_, n) => `X-${n}: a`))],
  ['an address of 40 kB', head(`GET /api/${'a'.repeat(40_000)} HTTP/1.1`)],
  ['a raw Ü and NUL in the address', head('GET /api/\u00dc\0 HTTP/1.1')],
  ['a blank in the address', head('GET /api/user /x HTTP/1.1')],
  ['no version', 'GET /api/user\r\n\r\n'],
  ['a version of the future', head('GET /api/user HTTP/9.9')],
  ['the greeting of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'.padEnd(200, 'x')],
  ['an unknown method', head('BREW /api/user HTTP/1.1')],
  ['a method in small letters', head('get /api/user HTTP/1.1')],
  ['CONNECT', head('CONNECT evil.example:443 HTTP/1.1')],
  ['TRACE', head('TRACE /api/user HTTP/1.1', 'Cookie: session=canary-cookie')],
  ['OPTIONS *', head('OPTIONS * HTTP/1.1')],
  [
    'an upgrade to h2c',
    head(
      'GET /api/user HTTP/1.1',
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABk',
    ),
  ],
  ['an upgrade elsewhere', head('GET /api/user HTTP/1.1', 'Connection: Upgrade', 'Upgrade: websocket')],
  ['a wrong expectation', `${head(postLogin, json, 'Expect: 200-maybe', 'Content-Length: 2')}{}`],
]

async function framing({ target, tally }: Round): Promise<void> {
  for (const [what, bytes] of ambiguous) {
    await tally.check(what, async () => {
      const { responses, isClosed } = await exchange(target.url, Buffer.from(bytes, 'latin1'))
      const complaints = responses.map((response) => {
        if (response.text.includes('smuggled') || response.text.includes('canary-cookie'))
          return 'what was smuggled came back'
        if (response.status < 400) return `taken with ${response.status}`
        // A few are refused by Node itself, with a status alone.
        if (/^(?:0\s*)?$/.test(response.text)) return undefined
        return firstOf(wrongWith('/raw', response), wrongWithError(response))
      })
      if (responses.length === 0 && !isClosed) return 'neither answered nor closed'
      if (responses.length > 1)
        return `${responses.length} answers: ${responses.map(({ status }) => status).join(', ')}`
      return firstOf(...complaints)
    })
  }
}
