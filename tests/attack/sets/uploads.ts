import { randomFillSync } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { imageLimits } from '../../../src/contract/limits.ts'
import { bombs as memoryBombs } from '../../../src/server/testing/pictures.ts'
import type { HttpResponse } from '../support/http.ts'
import { caseCount, type Round } from '../support/round.ts'
import { wrongWith } from '../support/rules.ts'
import { firstOf, unless } from '../support/tally.ts'
import type { Person, Target } from '../support/target.ts'

const script = '<script>alert("polyglot")</script>'
const marks = [script, 'polyglot', 'onload=', '<svg', '<?php', '%PDF', 'PK\x03\x04']

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#357' } })

interface Upload {
  readonly what: string
  readonly bytes: Buffer
  readonly type?: string
  /** Whether it is an image that the site takes. */
  readonly isTaken: boolean | 'either'
}

const dataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`

/** Images that are also something else, are no images, or unfold to more than anybody wants to see. */
export async function uploads(round: Round): Promise<void> {
  const { target, tally } = round
  const author = await target.join()
  for (const upload of [
    ...(await polyglots()),
    ...(await bombs(round)),
    ...(await broken(round)),
    ...svgs(),
  ]) {
    await tally.check(upload.what, () => judged(target, author, upload))
    await tally.check(`${upload.what}: the site afterwards`, () => target.health())
  }
  await sizes(round, author)
  await manyAtOnce(round)
  await wrappings(round, author)
}

const post = (target: Target, { cookie }: Person, mediaUrl: unknown) =>
  target.ask('/api/posts', { method: 'POST', cookie, body: { content: 'A picture', mediaUrl } })

async function judged(
  target: Target,
  author: Person,
  { bytes, type, isTaken }: Upload,
): Promise<string | undefined> {
  const response = await post(target, author, dataUrl(bytes, type))
  const wrong = wrongWith('/api/posts', response)
  if (wrong !== undefined) return wrong
  if (response.status === 201) {
    return isTaken === false ? 'taken' : servedSafely(target, response.json?.mediaUrl)
  }
  return isTaken === true
    ? `refused: ${response.status} ${response.text}`
    : unless(response.status, 400, 'the status')
}

/** What comes back is an image that the site made itself, and nothing that a browser would run. */
async function servedSafely(target: Target, mediaUrl: unknown): Promise<string | undefined> {
  if (typeof mediaUrl !== 'string' || !mediaUrl.startsWith('/media/')) return `the address is ${mediaUrl}`
  const { status, headers, bytes } = await target.ask(mediaUrl)
  const text = bytes.toString('latin1')
  const { format = '', width = 0, height = 0, pages = 1 } = await sharp(bytes).metadata()
  return firstOf(
    unless(status, 200, 'the status'),
    unless(headers['content-type'], 'image/webp', 'the type'),
    unless(headers['x-content-type-options'], 'nosniff', 'X-Content-Type-Options'),
    unless(
      headers['content-security-policy'],
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      'the policy',
    ),
    unless(format, 'webp', 'the format'),
    width > imageLimits.side || height / pages > imageLimits.side
      ? `it measures ${width}×${height}`
      : undefined,
    pages > imageLimits.frames ? `it has ${pages} frames` : undefined,
    ...marks.map((mark) => (text.includes(mark) ? `it still contains ${mark}` : undefined)),
  )
}

async function polyglots(): Promise<Upload[]> {
  const png = await picture(8, 8).png().toBuffer()
  const jpeg = await picture(8, 8).jpeg().toBuffer()
  const gif = await picture(8, 8).gif().toBuffer()
  const webp = await picture(8, 8).webp().toBuffer()
  // 0x2f2a as the width of a GIF opens a comment in a script: GIF89a/*…
  const gifScript = Buffer.concat([
    Buffer.from('GIF89a/*'),
    gif.subarray(8),
    Buffer.from(`*/=1;alert("polyglot")//`),
  ])
  const comment = Buffer.from(script)
  const jpegComment = Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xfe, 0, comment.length + 2]),
    comment,
    jpeg.subarray(2),
  ])
  const withTail = (bytes: Buffer, tail: string) => Buffer.concat([bytes, Buffer.from(tail, 'latin1')])
  const exif = await picture(8, 8)
    .withExif({ IFD0: { Copyright: script, ImageDescription: 'polyglot' } })
    .jpeg()
    .toBuffer()
  return [
    { what: 'a GIF that is a script', bytes: gifScript, type: 'image/gif', isTaken: 'either' },
    { what: 'a PNG with HTML behind it', bytes: withTail(png, script), isTaken: 'either' },
    { what: 'a PNG with HTML in a text chunk', bytes: withText(png, script), isTaken: 'either' },
    { what: 'a JPEG with HTML in a comment', bytes: jpegComment, type: 'image/jpeg', isTaken: 'either' },
    { what: 'a JPEG with HTML in its EXIF', bytes: exif, type: 'image/jpeg', isTaken: 'either' },
    {
      what: 'a WebP with a ZIP behind it',
      bytes: withTail(webp, 'PK\x03\x04polyglot'),
      type: 'image/webp',
      isTaken: 'either',
    },
    {
      what: 'a JPEG with a PHP tail',
      bytes: withTail(jpeg, '<?php system("polyglot"); ?>'),
      type: 'image/jpeg',
      isTaken: 'either',
    },
    {
      what: 'a PDF with a PNG in it',
      bytes: Buffer.concat([Buffer.from('%PDF-1.7\n'), png]),
      isTaken: false,
    },
    {
      what: 'HTML that begins like a GIF',
      bytes: Buffer.from(`GIF89a${script}`),
      type: 'image/gif',
      isTaken: false,
    },
    { what: 'HTML called PNG', bytes: Buffer.from(`<html>${script}</html>`), isTaken: false },
    { what: 'a JPEG called PNG', bytes: jpeg, isTaken: true },
    { what: 'a GIF called WebP', bytes: gif, type: 'image/webp', isTaken: true },
    {
      what: 'a TIFF called JPEG',
      bytes: await picture(8, 8).tiff().toBuffer(),
      type: 'image/jpeg',
      isTaken: false,
    },
    {
      what: 'an AVIF called WebP',
      bytes: await picture(8, 8).avif().toBuffer(),
      type: 'image/webp',
      isTaken: false,
    },
    { what: 'a PPM called PNG', bytes: Buffer.from('P3 1 1 255 1 2 3'), isTaken: false },
    { what: 'a zero byte', bytes: Buffer.from([0]), isTaken: false },
  ]
}

/** A PNG with a tEXt chunk behind its header. */
function withText(png: Buffer, text: string): Buffer {
  return Buffer.concat([
    png.subarray(0, 33),
    chunk('tEXt', Buffer.from(`Comment\0${text}`)),
    png.subarray(33),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** A PNG of one bit a pixel that announces any size; its data unfolds to `rows` rows of zeros. */
function hugePng(width: number, height: number, rows: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const data = deflateSync(Buffer.alloc(rows * (1 + Math.ceil(width / 8))), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A GIF of `frames` frames, each announcing `width` × `height` and holding next to nothing. */
function manyFrames(width: number, height: number, frames: number): Buffer {
  const screen = Buffer.from([
    ...Buffer.from('GIF89a'),
    width & 255,
    width >> 8,
    height & 255,
    height >> 8,
    0x80,
    0,
    0,
    0,
    0,
    0,
    255,
    255,
    255,
  ])
  const frame = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
  return Buffer.concat([screen, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}

async function bombs(round: Round): Promise<Upload[]> {
  const all: Upload[] = [
    {
      what: 'a PNG of 30,000 × 30,000',
      bytes: hugePng(30_000, 30_000, caseCount(round, 300, 30_000)),
      isTaken: false,
    },
    { what: 'a PNG of 2³¹ × 2³¹', bytes: hugePng(2 ** 31 - 1, 2 ** 31 - 1, 0), isTaken: false },
    { what: 'a PNG of 0 × 0', bytes: hugePng(0, 0, 0), isTaken: false },
    { what: 'a PNG of 100,000 × 1', bytes: hugePng(100_000, 1, 1), isTaken: 'either' },
    { what: 'a PNG of 8,000 × 8,000', bytes: hugePng(8_000, 8_000, 8_000), isTaken: true },
    { what: 'a PNG that announces more than it holds', bytes: hugePng(9_000, 9_000, 3), isTaken: false },
    {
      what: 'a GIF of 5,000 frames',
      bytes: manyFrames(100, 100, 5_000),
      type: 'image/gif',
      isTaken: 'either',
    },
    {
      what: 'a GIF of 100 frames of 10,000 × 10,000',
      bytes: manyFrames(10_000, 10_000, 100),
      type: 'image/gif',
      isTaken: 'either',
    },
    {
      what: 'a GIF of 65,535 × 65,535',
      bytes: manyFrames(65_535, 65_535, 2),
      type: 'image/gif',
      isTaken: 'either',
    },
    {
      what: 'a GIF of 60 frames of 800 × 800',
      bytes: manyFrames(800, 800, 60),
      type: 'image/gif',
      isTaken: 'either',
    },
  ]
  for (const [what, make] of Object.entries(memoryBombs)) {
    const bytes = await make()
    all.push(
      { what, bytes, isTaken: false },
      { what: `${what}, cut`, bytes: bytes.subarray(0, -100), isTaken: false },
    )
  }
  return round.isLong ? all : all.filter(({ what }) => !/8,000 × 8,000$|60 frames/.test(what))
}

async function broken(round: Round): Promise<Upload[]> {
  const random = await sharp(randomFillSync(Buffer.alloc(64 * 64 * 3)), {
    raw: { width: 64, height: 64, channels: 3 },
  })
  const made = {
    png: await random.clone().png().toBuffer(),
    jpeg: await random.clone().jpeg().toBuffer(),
    webp: await random.clone().webp().toBuffer(),
    gif: await random.clone().gif().toBuffer(),
  }
  const cuts = caseCount(round, 3, 40)
  return Object.entries(made).flatMap(([format, bytes]) =>
    Array.from({ length: cuts }, (_, n) => {
      const at = Math.floor((bytes.length * (n + 1)) / (cuts + 1))
      const flipped = Buffer.from(bytes)
      flipped.set([(bytes[at] ?? 0) ^ 0xff, 0xff], at)
      return [
        {
          what: `a ${format} cut after ${at} bytes`,
          bytes: bytes.subarray(0, at),
          type: `image/${format}`,
          isTaken: 'either' as const,
        },
        {
          what: `a ${format} with wrong bytes at ${at}`,
          bytes: flipped,
          type: `image/${format}`,
          isTaken: 'either' as const,
        },
      ]
    }).flat(),
  )
}

function svgs(): Upload[] {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert('polyglot')"><script>alert(1)</script><image href="file:///etc/passwd"/></svg>`
  const disguises = [
    svg,
    `\ufeff${svg}`,
    `<?xml version="1.0"?>\n${svg}`,
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg}`,
    `  \n\t${svg}`,
    `<!-- PNG -->${svg}`,
    `GIF89a\n${svg}`,
    `\x89PNG\r\n\x1a\n${svg}`,
  ]
  const types = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
  return disguises.flatMap((text, n) => [
    ...types.map((type) => ({
      what: `SVG in disguise ${n} as ${type}`,
      bytes: Buffer.from(text),
      type,
      isTaken: false,
    })),
    { what: `SVG in disguise ${n} in UTF-16`, bytes: Buffer.from(text, 'utf16le'), isTaken: false },
  ])
}

/** A PNG of exactly so many bytes: the rest is a chunk that decoders skip. */
async function pngOf(bytes: number): Promise<Buffer> {
  const png = await picture(8, 8).png().toBuffer()
  return Buffer.concat([
    png.subarray(0, 33),
    chunk('teSt', Buffer.alloc(bytes - png.length - 12, 0x20)),
    png.subarray(33),
  ])
}

async function sizes({ target, tally }: Round, author: Person): Promise<void> {
  for (const [size, status] of [
    [imageLimits.bytes, 201],
    [imageLimits.bytes + 1, 400],
  ] as const) {
    await tally.check(`a PNG of ${size} bytes`, async () => {
      const response = await post(target, author, dataUrl(await pngOf(size)))
      return firstOf(wrongWith('/api/posts', response), unless(response.status, status, 'the status'))
    })
  }
  await tally.check('a body over 8 MB', async () => {
    const response = await post(target, author, `data:image/png;base64,${'A'.repeat(8 * 1024 * 1024)}`)
    return firstOf(wrongWith('/api/posts', response), unless(response.status, 413, 'the status'))
  })
  await tally.check('the site after the large ones', () => target.health())
}

/** Decoding is slow work: those who upload wait for each other, and nobody else does. */
async function manyAtOnce(round: Round): Promise<void> {
  const { target, tally } = round
  const each = caseCount(round, 2, 10)
  const bytes = round.isLong ? hugePng(8_000, 8_000, 8_000) : hugePng(4_000, 4_000, 4_000)
  await tally.check(`three people with ${each} large ones each leave others their answers`, async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => target.join()))
    const sent = people.flatMap((person) =>
      Array.from({ length: each }, () => post(target, person, dataUrl(bytes))),
    )
    const slowest = await slowestMeanwhile(target, Promise.all(sent))
    const wrong = (await Promise.all(sent)).map((response: HttpResponse) => wrongWith('/api/posts', response))
    tally.figures[`slowest answer during ${sent.length} decodes`] = `${Math.round(slowest)} ms`
    return firstOf(...wrong, slowest > 2_000 ? `another answer took ${Math.round(slowest)} ms` : undefined)
  })
  await tally.check('the site after many at once', () => target.health())
}

async function slowestMeanwhile(target: Target, work: Promise<unknown>): Promise<number> {
  let isOver = false
  void work.finally(() => {
    isOver = true
  })
  let slowest = 0
  while (!isOver) {
    const begun = performance.now()
    await target.ask('/api/community')
    slowest = Math.max(slowest, performance.now() - begun)
  }
  return slowest
}

/** Data URLs that are none, and media that is not ours. */
async function wrappings({ target, tally }: Round, author: Person): Promise<void> {
  const png = await picture(8, 8).png().toBuffer()
  const base64 = png.toString('base64')
  const wrong: unknown[] = [
    `data:image/svg+xml;base64,${base64}`,
    `data:image/svg+xml,<svg/>`,
    `data:text/html;base64,${base64}`,
    `data:IMAGE/PNG;base64,${base64}`,
    `data:image/png;charset=utf-8;base64,${base64}`,
    `data:image/png,${base64}`,
    `data:image/png;base64,`,
    `data:image/png;base64,====`,
    `data:image/png;base64,${base64.slice(0, -1)}`,
    `data:image/png;base64,${base64}====`,
    `data:image/png;base64, ${base64}`,
    `data:image/png;base64,${base64.slice(0, 20)}\n${base64.slice(20)}`,
    `data:image/png;base64,${base64.slice(0, 20)}\0${base64.slice(20)}`,
    `data:image/png;base64,${base64}<script>`,
    `data:image/png;base64,${base64.replace(/.$/, '!')}`,
    ` data:image/png;base64,${base64}`,
    `https://evil.example/x.png`,
    `http://169.254.169.254/latest/meta-data`,
    `file:///etc/passwd`,
    `javascript:alert(1)`,
    `/media/../../etc/passwd`,
    [`data:image/png;base64,${base64}`],
    { url: `data:image/png;base64,${base64}` },
    5,
  ]
  for (const mediaUrl of wrong) {
    await tally.check(`mediaUrl ${JSON.stringify(mediaUrl).slice(0, 60)}`, async () => {
      const response = await post(target, author, mediaUrl)
      return firstOf(wrongWith('/api/posts', response), unless(response.status, 400, 'the status'))
    })
  }
  for (const name of [
    '..%2f..%2fetc%2fpasswd',
    `${'0'.repeat(64)}.webp`,
    `${'0'.repeat(64)}.svg`,
    '%00.webp',
    `${'g'.repeat(64)}.webp`,
  ]) {
    await tally.check(`GET /media/${name}`, async () => {
      const response = await target.ask(`/media/${name}`)
      return firstOf(
        wrongWith('/media', response),
        response.status < 400 ? `answered ${response.status}` : undefined,
      )
    })
  }
}
