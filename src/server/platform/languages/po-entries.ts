import { ownValue } from '../../../contract/own-value.ts'
/** A text with its translation. */
export interface PoEntry {
  readonly msgid: string
  readonly msgctxt: string | undefined
  readonly msgstr: string
  /** Where it begins, counted from 1. */
  readonly line: number
}

export interface PoProblem {
  readonly line: number
  readonly reason: string
}

type Field = 'msgctxt' | 'msgid' | 'msgstr'

/** An entry whose lines are still read. */
interface Draft {
  readonly line: number
  readonly texts: Partial<Record<Field, string>>
  /** What further lines in quotes belong to. */
  field?: Field | undefined
  problem?: PoProblem
}

/** Puts the text, cut to 80 characters, in front of its problem. */
export function named(msgid: string | undefined, reason: string): string {
  if (!msgid) return reason
  return `“${msgid.length > 80 ? `${msgid.slice(0, 80)}…` : msgid}”: ${reason}`
}

const letters: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/** The text between quotes, or why there is none. */
function unquote(written: string): { readonly text: string; readonly reason?: string } {
  const none = (reason: string) => ({ text: '', reason })
  if (written.includes('\uFFFD')) return none('it is not in UTF-8: save the file in UTF-8')
  if (!written.startsWith('"')) return none('the text is not in quotes, "like this"')
  if (/^"[^"\\]*(?:\\.[^"\\]*)*$/s.test(written)) return none('the quotes are not closed')
  if (!/^"[^"\\]*(?:\\.[^"\\]*)*"$/s.test(written)) return none('a quote inside the text is written \\"')
  return {
    text: written.slice(1, -1).replace(/\\(.)/gs, (_, letter: string) => ownValue(letters, letter) ?? letter),
  }
}

const keywords = /^(?:msgctxt|msgid|msgid_plural|msgstr)$/

/**
 * Reads the entries of a PO file. One that is not valid is left out and named, and the rest of the file counts. `pofile`,
 * which the scripts use, knows no lines, finds nothing wrong, and adds the text of a `#|` line to the entry above.
 */
export function readEntries(po: string): { readonly entries: PoEntry[]; readonly problems: PoProblem[] } {
  const entries: PoEntry[] = []
  const problems: PoProblem[] = []
  let draft: Draft | undefined
  let strayLine = -1

  const finish = ({ line, texts: { msgctxt, msgid, msgstr }, problem }: Draft) => {
    if (problem !== undefined) problems.push(problem)
    else if (msgid === undefined) problems.push({ line, reason: 'there is no msgid' })
    else if (msgstr === undefined) problems.push({ line, reason: named(msgid, 'there is no msgstr') })
    else entries.push({ msgid, msgctxt, msgstr, line })
  }
  const fail = (broken: Draft, line: number, reason: string) => {
    broken.problem ??= { line, reason: named(broken.texts.msgid, reason) }
  }
  const add = (to: Draft, line: number, written: string) => {
    const { text, reason } = unquote(written)
    if (to.field !== undefined) to.texts[to.field] = (to.texts[to.field] ?? '') + text
    if (reason !== undefined) fail(to, line, reason)
  }

  for (const [index, raw] of po.split(/\r\n|\r|\n/).entries()) {
    const line = index + 1
    const text = raw.trim()
    if (text === '' || text.startsWith('#')) {
      if (draft?.problem !== undefined || draft?.texts.msgstr !== undefined) {
        finish(draft)
        draft = undefined
      }
      continue
    }
    const [, word = '', number, rest = ''] = /^(\w+)(\[\d*\])?\s*(.*)$/s.exec(text) ?? []
    const isKeyword = keywords.test(word)
    if (isKeyword || rest.startsWith('"')) {
      const field = isKeyword && word !== 'msgid_plural' ? (word as Field) : undefined
      if (draft !== undefined && beginsEntry(field, draft)) {
        finish(draft)
        draft = undefined
      }
      draft ??= { line, texts: {} }
      draft.field = field
      if (!isKeyword) fail(draft, line, `${word} is not one of msgctxt, msgid and msgstr`)
      else if (field === undefined || number !== undefined)
        fail(draft, line, 'plural forms are inside the text, in one msgid and one msgstr')
      else add(draft, line, rest)
    } else if (draft !== undefined) add(draft, line, text)
    else {
      if (strayLine !== line - 1) problems.push({ line, reason: 'this belongs to no msgid and no msgstr' })
      strayLine = line
    }
  }
  if (draft !== undefined) finish(draft)
  return { entries, problems }
}

/** Whether a line with this keyword, undefined for one that nobody knows, is of another entry than the last lines. */
function beginsEntry(field: Field | undefined, { texts, problem }: Draft): boolean {
  if (field === 'msgctxt') return true
  if (field === 'msgid') return texts.msgid !== undefined || texts.msgstr !== undefined
  return texts.msgstr !== undefined && problem === undefined
}
