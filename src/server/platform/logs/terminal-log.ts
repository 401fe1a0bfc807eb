import type { DestinationStream } from 'pino'

interface Line {
  readonly level: string
  readonly time: string
  readonly msg?: string
  readonly err?: { readonly message?: string }
  readonly method?: string
  readonly path?: string
  readonly status?: number
  readonly ms?: number
}

// Lines of a log may carry what a stranger typed: in a terminal its control characters would be commands.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const control = /[\u0000-\u001f\u007f-\u009f]/g

/** Human-readable log for a terminal, one line per entry with its error; programs get JSON. */
export const terminalLog = (write: (text: string) => void): DestinationStream => ({
  write(json) {
    const line = JSON.parse(json) as Line
    write(`${line.time.slice(11, 19)} ${terminalLine(line).replace(control, ' ')}\n`)
  },
})

function terminalLine({ level, msg = '', err, method, path, status, ms }: Line): string {
  const what = method === undefined ? msg : `${method} ${path} ${status} (${ms} ms)`
  const why = err?.message === undefined ? '' : `: ${err.message}`
  return level === 'info' ? what + why : `${level}: ${what}${why}`
}
