import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ffmpeg, rawFrames } from './film/encode.mjs'
import { makeFilm } from './film/film.mjs'
import { framesPerSecond, loopSeconds } from './film/loop.mjs'
import { writeOutputs } from './film/outputs.mjs'

// Draws the teaser frame by frame and encodes it: VP9 and H.264, and one frame as the poster, in two widths. Takes some minutes.
const width = 1280
const height = 720
const posterSecond = 1.15
const out = fileURLToPath(new URL('../../src/web/domains/content/hero/media/', import.meta.url))
const place = (name) => join(out, name)
const folder = mkdtempSync(join(tmpdir(), 'teaser-'))
const lossless = join(folder, 'frames.mkv')

try {
  await draw()
  await writeOutputs(lossless, place, posterSecond)
  for (const name of ['teaser.webm', 'teaser.mp4', 'teaser.webp', 'teaser-800.webp'])
    console.log(`${name}: ${(statSync(place(name)).size / 1000).toFixed(0)} kB`)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Every frame once, without loss: both encoders then work on the same pictures. */
async function draw() {
  const sink = ffmpeg([...rawFrames(width, height, framesPerSecond), '-c:v', 'ffv1', '-level', '3', lossless])
  const drawFrame = makeFilm(width, height)
  for (let frame = 0; frame < framesPerSecond * loopSeconds; frame += 1) {
    const picture = Buffer.alloc(width * height * 3)
    drawFrame(frame / framesPerSecond, picture)
    await sink.write(picture)
    if (frame % framesPerSecond === 0) console.log(`Second ${frame / framesPerSecond} of ${loopSeconds}`)
  }
  await sink.finish()
}
