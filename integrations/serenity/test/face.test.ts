import sharp from 'sharp'
import { expect, test } from 'vitest'
import { faceOf } from '../src/face.ts'

/** A skin whose pixels have a color of their own; the hat covers the left half of the face. */
function skinOf(width: number, height: number) {
  const scale = width / 64
  const data = new Uint8Array(width * height * 4)
  const paint = (x: number, y: number, color: readonly number[]) => data.set(color, (y * width + x) * 4)
  for (let y = 8 * scale; y < 16 * scale; y += 1) {
    for (let x = 8 * scale; x < 16 * scale; x += 1) paint(x, y, [x, y, 7, 255])
    for (let x = 40 * scale; x < 44 * scale; x += 1) paint(x, y, [200, 100, 50, 255])
  }
  return { width, height, data }
}

test.each([
  [64, 32, 8],
  [64, 64, 8],
  [128, 128, 16],
  [256, 256, 32],
])(
  'the face of a skin of %i x %i is a PNG of %i pixels with the hat over it',
  async (width, height, size) => {
    const png = Buffer.from(faceOf(skinOf(width, height)) ?? '', 'base64')
    expect(png.length).toBeLessThan(4096)
    const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: size, height: size, channels: 3 })
    const colorAt = (x: number, y: number) => [...data.subarray((y * size + x) * 3, (y * size + x) * 3 + 3)]
    expect(colorAt(0, size - 1)).toEqual([200, 100, 50])
    expect(colorAt(size - 1, 0)).toEqual([size * 2 - 1, size, 7])
  },
)

test('the largest face stays below 4 KB, whatever is painted on it', () => {
  const data = new Uint8Array(256 * 256 * 4)
  // Numbers that no compression makes shorter.
  let state = 1
  for (let at = 0; at < data.length; at += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    data[at] = at % 4 === 3 ? 255 : state >>> 16
  }
  expect(Buffer.from(faceOf({ width: 256, height: 256, data }) ?? '', 'base64').length).toBeLessThan(4096)
})

test.each([
  [{ width: 0, height: 0, data: new Uint8Array() }],
  [{ width: 64, height: 64, data: new Uint8Array(100) }],
  [{ width: 512, height: 512, data: new Uint8Array(512 * 512 * 4) }],
  [{ width: 64, height: 128, data: new Uint8Array(64 * 128 * 4) }],
])('what is not laid out as a skin has no face', (image) => {
  expect(faceOf(image)).toBeUndefined()
})
