import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'

/** Invalid arguments; exit code 2. */
export class UsageError extends Error {}

interface Parsed {
  readonly positionals: readonly string[]
  readonly text: (name: string) => string | undefined
  readonly flag: (name: string) => boolean
}

/** Parses named options and exactly `count` positional arguments. @throws {UsageError} */
export function parseArguments(
  words: readonly string[],
  count: number,
  options: Readonly<Record<string, { type: 'string' | 'boolean' }>> = {},
): Parsed {
  try {
    const { positionals, values } = parseArgs({ args: [...words], options, allowPositionals: true })
    if (positionals.length !== count)
      throw new UsageError(`Expected ${count} words, got ${positionals.length}`)
    return {
      positionals,
      text: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
      flag: (name) => values[name] === true,
    }
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message)
    throw error
  }
}

/** Reads the first line of standard input; a terminal prompts for it without echo. */
export async function firstInputLine(): Promise<string> {
  if (process.stdin.isTTY) return askHidden('Password: ')
  let text = ''
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin) {
    text += chunk
    if (text.includes('\n')) break
  }
  // Editors and shells of Windows write a byte order mark before it.
  return text.replace(/^\ufeff/, '').split(/\r?\n/, 1)[0] ?? ''
}

async function askHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
