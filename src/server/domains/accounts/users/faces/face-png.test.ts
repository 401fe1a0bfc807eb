import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { facePicture } from '../../../../testing/heads.ts'
import { pngChunk } from '../../../../testing/pictures.ts'
import { facePng } from './face-png.ts'

/** Colors that differ from pixel to pixel. */
const colorful = (side: number, channels: 3 | 4 = 3): Sharp => {
  const pixels = Buffer.from(Array.from({ length: side * side * channels }, (_, at) => (at * 37) % 256))
  return sharp(pixels, { raw: { width: side, height: side, channels } })
}
const pixelsOf = (png: Buffer) => sharp(png).ensureAlpha().raw().toBuffer()

test.each([
  ['RGB of 8 pixels', () => colorful(8).png()],
  ['RGBA', () => colorful(16, 4).png()],
  ['64 pixels', () => colorful(64).png({ compressionLevel: 9 })],
  ['a palette', () => colorful(8).png({ palette: true })],
  ['a palette of 4 colors', () => colorful(8).png({ palette: true, colors: 4 })],
  ['a palette with transparency', () => colorful(8, 4).png({ palette: true })],
  ['gray', () => colorful(8).grayscale().png()],
])('[game.29] a face keeps every pixel: %s', async (_what, draw) => {
  const source = await draw().toBuffer()
  const face = facePng(source)
  expect(await pixelsOf(face!)).toEqual(await pixelsOf(source))
  expect(facePng(face!)).toEqual(face)
})

test('[game.29] what a file says beside the pixels is gone, and packed differently it is the same face', async () => {
  const plain = await facePicture(120)
  const spoken = await sharp(plain)
    .withExif({ IFD0: { Copyright: 'home-address' } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  expect(spoken.toString('latin1')).toContain('home-address')
  const face = facePng(spoken)
  expect(face?.toString('latin1')).not.toContain('home-address')
  expect(face).toEqual(facePng(plain))
})

/** A PNG whose header says something else, with a checksum that fits. */
async function withHeader(change: (header: Buffer) => void): Promise<Buffer> {
  const png = await facePicture(5)
  const header = Buffer.from(png.subarray(16, 29))
  change(header)
  return Buffer.concat([png.subarray(0, 8), pngChunk('IHDR', header), png.subarray(33)])
}

test.each([
  ['nothing', async () => Buffer.alloc(0)],
  ['a JPEG', () => colorful(8).jpeg().toBuffer()],
  ['7 pixels', () => facePicture(1, 7)],
  ['65 pixels', () => facePicture(1, 65)],
  ['more than 4 KB', () => colorful(64, 4).png({ compressionLevel: 0 }).toBuffer()],
  ['not square', () => colorful(16).resize(16, 8).png().toBuffer()],
  ['interlaced', () => facePicture(1, 8, { progressive: true })],
  ['16 bits', () => colorful(8).toColourspace('rgb16').png().toBuffer()],
  ['cut off', async () => (await facePicture(1)).subarray(0, -12)],
  ['a flipped bit', async () => (await facePicture(1)).fill(0xff, 45, 46)],
  ['more pixels than it has', () => withHeader((header) => header.fill(16, 7, 8).fill(16, 3, 4))],
  ['an unknown color type', () => withHeader((header) => header.fill(5, 9, 10))],
  ['a palette without colors', () => withHeader((header) => header.fill(3, 9, 10))],
  ['another compression', () => withHeader((header) => header.fill(1, 10, 11))],
])('[game.29] is no face: %s', async (_what, make) => {
  expect(facePng(await make())).toBeUndefined()
})

test('[game.29] a picture that unpacks to more than its header says is no face', async () => {
  const png = await facePicture(5)
  const bomb = deflateSync(Buffer.alloc(2_000_000))
  const whole = Buffer.concat([png.subarray(0, 33), pngChunk('IDAT', bomb), png.subarray(-12)])
  expect(whole.length).toBeLessThan(4_096)
  expect(facePng(whole)).toBeUndefined()
})
