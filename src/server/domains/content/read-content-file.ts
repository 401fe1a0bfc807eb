import { readFile } from 'node:fs/promises'
import { NotTextError, textOfFile } from '../../platform/text-file.ts'
import type { ContentProblem } from './problem.ts'

const maxBytes = 256 * 1024

/** The text of a file, or why there is none. `mayBeAbsent`: an absent file is empty. */
export async function readContentFile(
  file: string,
  { mayBeAbsent = false } = {},
): Promise<string | ContentProblem> {
  try {
    const bytes = await readFile(file)
    if (bytes.length <= maxBytes) return textOfFile(bytes)
    return { file, line: undefined, reason: 'The file is larger than 256 KB: make it shorter.' }
  } catch (error) {
    if (error instanceof NotTextError)
      return {
        file,
        line: error.line,
        reason: 'This line is not text in UTF-8: save the file in UTF-8, or remove what is no text.',
      }
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && mayBeAbsent) return ''
    return { file, line: undefined, reason: whyNot(code ?? message) }
  }
}

const whyNot = (code: string) =>
  code === 'ENOENT'
    ? 'The file is missing: copy it from the content folder of the release.'
    : `The file cannot be read (${code}): check its owner and rights.`
