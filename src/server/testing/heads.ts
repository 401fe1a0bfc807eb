import sharp, { type PngOptions } from 'sharp'

/** The face of a skin as PNG: one color. */
export const facePicture = (red: number, side = 8, options: PngOptions = {}): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: { r: red, g: 90, b: 60 } } })
    .png(options)
    .toBuffer()

/** The same as a game server sends it. */
export const head = async (red: number, side?: number): Promise<string> =>
  (await facePicture(red, side)).toString('base64')
