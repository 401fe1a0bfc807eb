import fc from 'fast-check'
import type { AnyEndpoint } from '../../../src/contract/endpoint.ts'
import { type Body, paramsOf, queryNames, queryOf } from './samples.ts'

/** Numbers at the edges of 16, 31, 32, 53, 63 and 64 bits, and what is no number at all. */
const edges = [
  '0',
  '-0',
  '-1',
  '1',
  '1.5',
  '1e3',
  '1e400',
  '-1e400',
  '32768',
  '2147483647',
  '2147483648',
  '-2147483649',
  '4294967296',
  '9007199254740991',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '18446744073709551616',
  'NaN',
  'Infinity',
  '0x10',
  '01',
  '+1',
  ' 1',
  '1 ',
  '１',
  '٣',
  'null',
  'true',
  '[]',
  '{}',
] as const

const badTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u202e',
  '\ufeff',
  '\u2028',
  '𝕏'.repeat(600),
  'é'.repeat(6_000),
  "' OR '1'='1",
  "'; DROP TABLE users; --",
  '%',
  '_',
  '\\',
  '%%%',
  '$1',
  '{{7*7}}',
  '#{7*7}',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '-'.repeat(300),
  '\r\nset-cookie: a=b',
] as const

/** Any sequence of UTF-16 units: lone halves of characters too. */
const anyUnits = fc
  .array(fc.oneof(fc.nat(0xff), fc.nat(0xffff), fc.integer({ min: 0xd800, max: 0xdfff })), { maxLength: 40 })
  .map((units) => String.fromCharCode(...units))

const text = fc.oneof(
  fc.constantFrom(...badTexts),
  fc.constantFrom(...edges),
  anyUnits,
  fc.string({ unit: 'binary' }),
)

const numbers = fc.oneof(
  fc.constantFrom(0, -0, -1, 1.5, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e300, 5e-324),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

const deep = fc.integer({ min: 2, max: 300 }).map((depth) => nested(depth))
const nested = (depth: number): unknown =>
  depth === 0 ? 'deep' : depth % 2 ? [nested(depth - 1)] : { a: nested(depth - 1) }

const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  numbers,
  fc.constantFrom(null, true, false),
  fc.jsonValue({ maxDepth: 3 }),
  deep,
  fc.array(text, { maxLength: 30 }),
  fc.dictionary(text, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 6 }),
)

const keys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'toJSON',
  'length',
  'id',
  'rank',
]

interface Change {
  readonly at: number
  readonly key: string
  readonly value: unknown
  readonly way: 'replace' | 'remove' | 'add' | 'wrap' | 'twice'
}

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(20),
  key: fc.oneof(fc.constantFrom(...keys), text),
  value,
  way: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'wrap', 'twice'),
})

/** A body with one thing changed, as JSON text: text can hold a key twice, or `__proto__`. */
function changed(body: Body, { at, key, value, way }: Change): string {
  const names = Object.keys(body)
  const name = names[at % Math.max(1, names.length)] ?? 'nothing'
  const inner = body[name]
  const target = Array.isArray(inner) && inner.length > 0 && typeof inner[0] === 'object' ? inner : undefined
  // One level further down, in the first item of a list of records.
  if (target !== undefined && way === 'replace' && at > 10) {
    const [first, ...others] = target as Body[]
    return JSON.stringify({
      ...body,
      [name]: [JSON.parse(changed(first ?? {}, { at: at - 11, key, value, way })), ...others],
    })
  }
  const pairs = names
    .filter((one) => one !== name || way !== 'remove')
    .map((one) =>
      pair(
        one,
        one === name && way === 'replace' ? value : one === name && way === 'wrap' ? [body[one]] : body[one],
      ),
    )
  if (way === 'add') pairs.push(pair(key, value))
  if (way === 'twice') pairs.push(pair(name, value))
  return `{${pairs.join(',')}}`
}

const pair = (key: string, value: unknown) => `${JSON.stringify(key)}:${JSON.stringify(value) ?? 'null'}`

const broken = fc
  .tuple(
    fc.constantFrom(
      '',
      '{',
      '[1,',
      '{"a":',
      '"',
      'nul',
      '{"a":1}}',
      '\ufeff{}',
      "{'a':1}",
      '{"a":1,}',
      '1e9999',
      '-',
      '\0{}',
    ),
    fc.string(),
  )
  .map(([start, rest]) => start + rest)

/** Any body: a valid one changed in one place, any JSON, text that is none, bytes that are no text. */
export function hostileBody(samples: readonly Body[]): fc.Arbitrary<Buffer> {
  const sample = samples.length === 0 ? fc.constant({}) : fc.constantFrom(...samples)
  return fc.oneof(
    { weight: 5, arbitrary: fc.tuple(sample, change).map(([body, one]) => Buffer.from(changed(body, one))) },
    { weight: 1, arbitrary: sample.map((body) => Buffer.from(JSON.stringify(body))) },
    { weight: 1, arbitrary: value.map((any) => Buffer.from(JSON.stringify(any) ?? 'null')) },
    { weight: 1, arbitrary: broken.map((any) => Buffer.from(any)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: sample.map((body) => Buffer.from(`\ufeff${JSON.stringify(body)}`, 'utf16le')) },
  )
}

const rawParts = [
  '%00',
  '%',
  '%zz',
  '%E0%A4%A',
  '%ED%A0%80',
  '%2e%2e',
  '%2F',
  '..%2f',
  '%5c',
  '%252e',
  '%0d%0a',
  '1;a=b',
  '1,2',
  '*',
  '~',
  '%F0%9F%98%80',
  'a'.repeat(190),
  'a'.repeat(400),
]

/** Percent-encodes text; halves of characters, which encodeURIComponent refuses, as the bytes that they would be. */
export function encoded(any: string): string {
  return any.isWellFormed()
    ? encodeURIComponent(any)
    : [...Buffer.from(any, 'utf16le')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

const pathPart = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 40 }).map(String) },
  { weight: 3, arbitrary: fc.constantFrom(...edges).map(encoded) },
  { weight: 1, arbitrary: text.map((any) => encoded(any.slice(0, 100)) || '%20') },
  { weight: 1, arbitrary: fc.constantFrom(...rawParts) },
)

const queryPair = (names: readonly string[]) =>
  fc
    .tuple(
      fc.oneof(
        fc.constantFrom(...names, 'limit', 'before', 'offset', '__proto__', 'constructor'),
        text.map((any) => any.slice(0, 50)),
      ),
      fc.constantFrom('', '', '', '[]', '[0]', '[$ne]', '[__proto__]', '.a'),
      fc.oneof(
        text.map((any) => encoded(any.slice(0, 400))),
        fc.constantFrom(...edges).map(encoded),
        fc.constantFrom(...rawParts),
      ),
    )
    .map(([name, suffix, any]) => `${encoded(name)}${suffix}=${any}`)

/** An address of the endpoint with hostile parameters and query; about every third one is valid. */
export function hostileAddress(endpoint: AnyEndpoint, path: string): fc.Arbitrary<string> {
  const parts = path.split('/').filter((part) => part.startsWith(':')).length
  const filled = fc.oneof(
    { weight: 2, arbitrary: fc.array(pathPart, { minLength: parts, maxLength: parts }) },
    {
      weight: 1,
      arbitrary: paramsOf(endpoint).map((params) => Object.values(params).map((any) => encoded(String(any)))),
    },
  )
  const wellMeant = queryOf(endpoint).map((query) =>
    Object.entries(query).map(([name, any]) => `${name}=${encoded(String(any))}`),
  )
  const query = fc.oneof(
    fc.constant([]),
    wellMeant,
    fc.array(queryPair(queryNames(endpoint)), { maxLength: 4 }),
    wellMeant.map((pairs) => [...pairs, ...pairs]),
  )
  return fc.tuple(filled, query).map(([values, pairs]) => {
    const rest = [...values]
    const address = path.replace(/:[A-Za-z]+/g, () => rest.shift() ?? '1')
    return pairs.length === 0 ? address : `${address}?${pairs.join('&')}`
  })
}

const headerText = fc.oneof(
  fc.constantFrom(
    '',
    '*',
    '"1"',
    'W/"x"',
    '1',
    '-1',
    '99999999999',
    'null',
    '__proto__',
    "' OR 1=1",
    'x'.repeat(200),
    'x'.repeat(5_000),
    'é',
    'gzip;q=NaN',
    '*/*;q=-1',
    'bytes=0-1,2-',
    ';;;',
    '=',
    'session=',
    'session=%00',
  ),
  fc
    .string({ unit: fc.constantFrom(...'abcXYZ019 ,;=:"\\/()[]{}<>@?!#$%&*+-.^_`|~éÿ') })
    .map((any) => any.trim()),
)

const headerNames = [
  'idempotency-key',
  'if-match',
  'if-none-match',
  'accept',
  'accept-encoding',
  'accept-language',
  'range',
  'user-agent',
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-http-method-override',
  'x-original-url',
  'traceparent',
  'expect-ct',
  'signature',
  'x-request-id',
]

/** A few headers with strange values. */
export const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(...headerNames),
  headerText,
  { maxKeys: 3 },
)

/** Bodies that no mutation comes to: as large, deep and wide as they may be, and a little more. */
export const monsters: readonly (readonly [string, Buffer])[] = [
  ['100,000 open brackets', Buffer.from('['.repeat(100_000))],
  ['100,000 open objects', Buffer.from('{"a":'.repeat(50_000))],
  ['900 closed levels', Buffer.from(`${'['.repeat(499)}${']'.repeat(499)}`)],
  ['a number of 250,000 digits', Buffer.from(`{"id":${'9'.repeat(250_000)}}`)],
  ['a text of 250,000 letters', Buffer.from(`{"content":"${'a'.repeat(250_000)}"}`)],
  ['a text of 85,000 escapes', Buffer.from(`{"content":"${'\\"'.repeat(85_000)}"}`)],
  ['a text of 42,000 NULs', Buffer.from(`{"content":"${'\\u0000'.repeat(42_000)}"}`)],
  ['a name of 250,000 letters', Buffer.from(`{"${'k'.repeat(250_000)}":1}`)],
  ['60,000 fields', Buffer.from(`{${Array.from({ length: 60_000 }, (_, n) => `"${n}":0`).join(',')}}`)],
  ['a little over 256 KB', Buffer.from(`{"content":"${'a'.repeat(256 * 1024)}"}`)],
  ['250,000 backslashes', Buffer.from(`"${'\\'.repeat(250_000)}`)],
  [
    'an address of 120,000 at signs',
    Buffer.from(
      JSON.stringify({
        email: `a@${'a.'.repeat(60_000)}`,
        username: '  '.repeat(60_000),
        password: 'x'.repeat(100_000),
        discordTag: '#'.repeat(9_999),
        avatarUrl: `https://${'@'.repeat(9_999)}`,
        name: 'n',
        subject: ' '.repeat(9_999),
        message: 'm',
      }),
    ),
  ],
]
