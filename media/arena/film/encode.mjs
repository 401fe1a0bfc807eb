import { spawn } from 'node:child_process'
import { once } from 'node:events'

const missing = `The teaser needs ffmpeg with libvpx-vp9, libx264 and libwebp. Debian and Ubuntu: apt-get install ffmpeg.
macOS: brew install ffmpeg. Windows: winget install ffmpeg. FFMPEG_PATH may name it when it is elsewhere.`

const installed = process.env.FFMPEG_PATH ?? 'ffmpeg'

/**
 * Starts ffmpeg and gives back its input. @throws with what to install when there is none, or with what it said
 * @param {readonly string[]} args
 */
export function ffmpeg(args, { program = installed } = {}) {
  const child = spawn(program, ['-hide_banner', '-loglevel', 'error', '-y', ...args], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const ended = new Promise((resolve, reject) => {
    child.once('error', (error) => reject(error.code === 'ENOENT' ? new Error(missing) : error))
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}`))))
  })
  // The reason of an early end is in `ended`, and whoever writes or finishes hears it; a broken pipe says no more.
  ended.catch(() => {})
  child.stdin.on('error', () => {})
  return {
    ended,
    async write(frame) {
      if (!child.stdin.write(frame)) await Promise.race([once(child.stdin, 'drain'), ended])
    },
    async finish() {
      child.stdin.end()
      await ended
    },
  }
}

/** Raw frames on standard input. */
export const rawFrames = (width, height, rate) => [
  '-f',
  'rawvideo',
  '-pix_fmt',
  'rgb24',
  '-s',
  `${width}x${height}`,
  '-r',
  String(rate),
  '-i',
  'pipe:0',
]
