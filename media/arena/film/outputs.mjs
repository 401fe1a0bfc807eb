import { ffmpeg } from './encode.mjs'

/** Nothing of the machine it was made on goes into the files. */
const bare = ['-an', '-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact']

/** Browsers take video of this height for BT.709; ffmpeg converts by an older table unless told. */
const colours = [
  ['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'],
  ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
].flat()

const vp9 = ['-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '46', '-g', '240', '-row-mt', '1', '-cpu-used', '2']
const h264 = [
  '-c:v',
  'libx264',
  '-profile:v',
  'high',
  '-preset',
  'slow',
  '-crf',
  '33.5',
  '-movflags',
  '+faststart',
]
const webp = ['-c:v', 'libwebp', '-quality', '74', '-compression_level', '6']

/** The two videos and the poster in two widths, out of a lossless film; `place` names the file for each. */
export async function writeOutputs(film, place, posterSecond) {
  await ffmpeg(['-i', film, ...colours, ...vp9, ...bare, place('teaser.webm')]).finish()
  await ffmpeg(['-i', film, ...colours, ...h264, ...bare, place('teaser.mp4')]).finish()
  const frame = ['-ss', String(posterSecond), '-i', film, '-frames:v', '1']
  await ffmpeg([...frame, ...webp, ...bare, place('teaser.webp')]).finish()
  await ffmpeg([
    ...frame,
    '-vf',
    'scale=800:-1:flags=lanczos',
    ...webp,
    ...bare,
    place('teaser-800.webp'),
  ]).finish()
}
