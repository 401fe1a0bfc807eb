import { readFile, stat } from 'node:fs/promises'
import { ConvertError } from './output.mjs'

const maxBytes = 100_000_000

const booleans = new Map([
  ['true', true],
  ['false', false],
])
const booleanFields = ['emailConfirmed', 'isPublished']

/**
 * The rows of a CSV text (RFC 4180), with the number of the line where each begins.
 * @param {string} text @returns {{ line: number, cells: string[] }[]}
 */
export function parseCsv(text) {
  /** @type {{ line: number, cells: string[] }[]} */
  const rows = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y
  let cells = []
  let line = 1
  let begun = 1
  for (let at = 0; at < text.length || cells.length > 0; ) {
    cell.lastIndex = at
    const found = cell.exec(text)
    if (found === null) throw new ConvertError(`Line ${line}: a quote is not closed, or text follows it.`)
    const [whole, quoted, plain, end] = found
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    line += whole.match(/\r\n|\r|\n/g)?.length ?? 0
    at += whole.length
    if (end === ',') continue
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: begun, cells })
    cells = []
    begun = line
    if (end === '') break
  }
  return rows
}

/**
 * Writes the rows of a file whose first line names fields of the format.
 * @param {string} file
 * @param {import('./output.mjs').Output} output
 * @param {{ kind: string }} options
 * @returns {Promise<string[]>} what stays behind
 */
export async function convertCsv(file, output, { kind }) {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new ConvertError(`${file} is no file that can be read.`)
  if (found.size > maxBytes) throw new ConvertError(`${file} has more than ${maxBytes} bytes: divide it.`)
  let text
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
  } catch {
    throw new ConvertError(`${file} is not text in UTF-8: save it in UTF-8.`)
  }
  const [head, ...rows] = parseCsv(text)
  const fields = head?.cells.map((name) => name.trim()) ?? []
  if (!fields.includes(kind === 'redirect' ? 'from' : 'id'))
    throw new ConvertError(`The first line of ${file} names the fields, among them id (of a redirect: from).`)
  for (const { line, cells } of rows) {
    if (cells.length !== fields.length)
      throw new ConvertError(
        `Line ${line} of ${file} has ${cells.length} cells, its first line ${fields.length}.`,
      )
    const values = fields.map((name, at) => {
      const cell = cells[at].trim()
      return [name, booleanFields.includes(name) ? (booleans.get(cell.toLowerCase()) ?? cell) : cell]
    })
    await output.write(kind, Object.fromEntries(values))
  }
  return []
}
