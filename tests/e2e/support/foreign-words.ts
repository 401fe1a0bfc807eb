import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import PO from 'pofile'
import { inlineParts } from '../../../src/contract/content/inline-text.ts'
import { readConfig } from '../../../src/server/config.ts'
import { readContent, translationsOf, wordPlaceholders } from '../../../src/server/domains/content/content.ts'
import { readTranslations } from '../../../src/server/domains/content/translations.ts'
import {
  formatAge,
  formatApplicationAge,
  formatDate,
  formatDay,
  formatNear,
  formatShortUtcDay,
  formatUtcDay,
} from '../../../src/web/ui/date-format.ts'
import { rootDir } from './site.ts'

/** What is put into a text. */
const gap = '\0'

interface Pattern {
  readonly of: string
  readonly matcher: RegExp
  readonly letters: number
}

/** What a page in a language may say, in the pieces that are nodes of their own. */
interface Texts {
  /** Of the program. */
  readonly program: Set<string>
  /** Of content files. */
  readonly network: Set<string>
  readonly patterns: Map<string, Pattern>
}

/** A text of a page in another language than the page. */
export interface ForeignText {
  readonly text: string
  readonly language: string
  /** The network, where both say it. */
  readonly by: 'program' | 'network'
}

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

const lettersIn = (text: string) => text.match(/\p{L}/gu)?.length ?? 0

/** All forms of a text: with a gap for each value, and once for each form of a plural. */
function formsOf(tokens: CompiledMessage): string[] {
  let forms = ['']
  for (const token of tokens) {
    const next = piecesOf(token)
    forms = forms.flatMap((form) => next.map((piece) => form + piece))
  }
  return forms
}

function piecesOf(token: CompiledMessage[number]): string[] {
  if (typeof token === 'string') return [token === '#' ? gap : token]
  const cases = Object.values<unknown>(Object(token[2])).filter(Array.isArray)
  return cases.length === 0 ? [gap] : cases.flatMap((one) => formsOf(one as CompiledMessage))
}

function note(texts: Texts, by: ForeignText['by'], written: string): void {
  const text = inOneLine(written)
  if (lettersIn(text) < 2) return
  if (!text.includes(gap)) texts[by].add(text)
  else {
    const parts = text.split(gap).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    const matcher = new RegExp(`^${parts.join('.+')}$`, 'u')
    texts.patterns.set(text, { of: text.replaceAll(gap, '…'), matcher, letters: lettersIn(text) })
  }
}

/** Each tag parts a text. */
function noteMessage(texts: Texts, text: string): void {
  for (const form of formsOf(compileMessageOrThrow(text)))
    for (const node of form.split(/<\/?\w+\/?>/)) note(texts, 'program', node)
}

/** Days and ages, as the program writes them. */
function noteMoments(texts: Texts, tag: string): void {
  const locale = tag === 'en' ? 'en-US' : tag
  const iso = '2026-01-15T15:04:00Z'
  const moments = Array.from({ length: 12 }, (_, month) => {
    const day = iso.replace('-01-', `-${String(month + 1).padStart(2, '0')}-`)
    return [
      ...[formatDate(day, 'UTC', locale), formatDay(day, 'UTC', locale)],
      ...[formatUtcDay(day, locale), formatShortUtcDay(day, locale)],
    ]
  })
  const ages = [0, 1 / 24 / 60, 5 / 24 / 60, 1 / 24, 5 / 24, 1, 5].map((days) => {
    const now = Date.parse(iso) + days * 86_400_000
    return [formatAge(iso, now, locale), formatApplicationAge(iso, now, locale)]
  })
  const near = [0, 1].map((days) =>
    formatNear(iso, { now: Date.parse(iso) - days * 86_400_000 }, 'UTC', locale),
  )
  for (const moment of [...moments, ...ages, ...near].flat())
    note(texts, 'program', moment.replace(/\d+/g, gap))
}

/** A value is at most two thirds of a text: else each sentence with “and” would be `{a} and {b}`. */
const patternOf = ({ patterns }: Texts, text: string): Pattern | undefined => {
  const letters = lettersIn(text)
  return [...patterns.values()].find((one) => one.letters * 3 >= letters && one.matcher.test(text))
}

/**
 * Reads what the program and the network say in each language. Returns a function that finds what a page says in
 * another one: a text that is one of theirs, and none of the page's own language.
 */
export async function readForeignTexts(
  tags: readonly string[],
  contentDir: string,
): Promise<(tag: string, shown: readonly string[]) => ForeignText[]> {
  const languages = new Map(
    tags.map((tag): [string, Texts] => [
      tag,
      { program: new Set(), network: new Set(), patterns: new Map() },
    ]),
  )
  for (const [tag, texts] of languages) {
    noteMoments(texts, tag)
    if (tag === 'en') continue
    for (const item of PO.parse(await readFile(join(rootDir, `languages/${tag}.po`), 'utf8')).items) {
      noteMessage(texts, item.msgstr[0]!)
      noteMessage(languages.get('en')!, item.msgid)
    }
  }
  const config = readConfig({ CONTENT_DIR: contentDir, LANGUAGES: tags.join() }, rootDir)
  const { words } = translationsOf(
    config,
    wordPlaceholders(config, await readContent(config)),
    await readTranslations(config),
  )
  for (const key of new Set([...words.values()].flatMap((known) => [...known.keys()])))
    for (const [tag, texts] of languages) {
      const said = words.get(tag)?.get(key) ?? key.slice(key.indexOf('\n') + 1)
      for (const part of inlineParts(said)) note(texts, 'network', part.text)
    }

  function foreign(tag: string, text: string): ForeignText | undefined {
    const own = languages.get(tag)!
    if (own.program.has(text) || own.network.has(text)) return undefined
    const others = [...languages].filter(([other]) => other !== tag)
    for (const by of ['network', 'program'] as const)
      for (const [language, texts] of others) if (texts[by].has(text)) return { text, language, by }
    if (patternOf(own, text) !== undefined) return undefined
    for (const [language, texts] of others)
      if (patternOf(texts, text) !== undefined) return { text, language, by: 'program' }
    return undefined
  }
  /** Most texts are on many pages. */
  const known = new Map<string, ForeignText | undefined>()
  return (tag, shown) =>
    [...new Set(shown.map(inOneLine))].flatMap((text) => {
      const key = `${tag} ${text}`
      if (!known.has(key)) known.set(key, foreign(tag, text))
      return known.get(key) ?? []
    })
}
