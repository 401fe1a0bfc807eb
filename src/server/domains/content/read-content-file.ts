import { readFile } from 'node:fs/promises'
import type { ContentProblem } from './problem.ts'

const maxBytes = 256 * 1024

/** The text of a file, or why there is none. `mayBeAbsent`: an absent file is empty. */
export async function readContentFile(
  file: string,
  { mayBeAbsent = false } = {},
): Promise<string | ContentProblem> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => error)
  if (typeof text === 'string' && text.length <= maxBytes) return text
  if (typeof text !== 'string' && text.code === 'ENOENT' && mayBeAbsent) return ''
  return { file, line: undefined, reason: whyNot(text) }
}

function whyNot(text: string | NodeJS.ErrnoException): string {
  if (typeof text === 'string') return 'The file is larger than 256 KB: make it shorter.'
  return text.code === 'ENOENT'
    ? 'The file is missing: copy it from the content folder of the release.'
    : `The file cannot be read (${text.code ?? text.message}): check its owner and rights.`
}
