import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { named, type PoProblem, readEntries } from './po-entries.ts'

/** Texts of a language, and what is wrong with those that are left out. */
export interface Catalogue {
  readonly messages: Readonly<Record<string, CompiledMessage>>
  readonly dir: 'ltr' | 'rtl'
  /** Of every text, translated or not. */
  readonly ids: readonly string[]
  /** False for a file that is no catalogue. */
  readonly hasTexts: boolean
  /** In the order of their lines. */
  readonly problems: readonly PoProblem[]
}

/** So many texts keep the event loop busy for some milliseconds. */
const textsPerTurn = 200

/**
 * Reads a PO file; other requests go on meanwhile. An entry that is not valid, or does not fit its English text, is left
 * out: that is then English.
 */
export async function readCatalogue(tag: string, po: string): Promise<Catalogue> {
  const { entries, problems } = readEntries(po)
  const messages: Record<string, CompiledMessage> = Object.create(null)
  const ids = new Set<string>()
  const translatedAt = new Map<string, number>()
  let head = ''
  for (const [index, { msgid, msgctxt, msgstr, line }] of entries.entries()) {
    if (index % textsPerTurn === textsPerTurn - 1) await nextTurn()
    if (msgid === '') {
      head ||= msgstr
      continue
    }
    const id = generateMessageId(msgid, msgctxt)
    ids.add(id)
    if (msgstr.trim() === '') continue
    const earlier = translatedAt.get(id)
    const problem =
      earlier === undefined
        ? problemOf(tag, msgid, msgstr)
        : `line ${earlier} translates it already, which counts`
    if (problem !== undefined) problems.push({ line, reason: named(msgid, problem) })
    else {
      messages[id] = compileMessageOrThrow(msgstr)
      translatedAt.set(id, line)
    }
  }
  return {
    messages,
    dir: directionOf(tag, head),
    ids: [...ids],
    hasTexts: ids.size > 0 || (problems.length > 0 && /^\s*msg(?:id|str)/m.test(po)),
    problems: problems.toSorted((a, b) => a.line - b.line),
  }
}

const rightToLeft = ['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']

/** What the head says, or that of the script which the language is usually written in. */
function directionOf(tag: string, head: string): 'ltr' | 'rtl' {
  const [, said] = /^X-Direction:\s*(ltr|rtl)\s*$/im.exec(head) ?? []
  if (said !== undefined) return said.toLowerCase() === 'rtl' ? 'rtl' : 'ltr'
  return rightToLeft.includes(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr'
}

/** What a translation gets wrong of its English text: undefined for nothing. */
export function problemOf(tag: string, english: string, translation: string): string | undefined {
  const [wanted, has] = [shapeOf(english), shapeOf(translation)]
  if (typeof has === 'string') return has
  if (typeof wanted === 'string') return undefined
  const placeholders = differing('placeholders', wanted.names, has.names)
  if (placeholders !== undefined && /'[{}]/.test(translation) && !/'[{}]/.test(english))
    return `${placeholders}: ' takes a brace after it as text, ’ and '' do not`
  return (
    placeholders ??
    differing('tags', wanted.tags, has.tags) ??
    has.choices.map((choice) => choiceProblem(tag, wanted, choice)).find((problem) => problem !== undefined)
  )
}

interface Choice {
  readonly name: string
  readonly type: string
  readonly cases: readonly string[]
}

interface Shape {
  /** With their types, each once: `{name}`, `{count, plural}`. */
  readonly names: readonly string[]
  /** As often as they are. */
  readonly tags: readonly string[]
  readonly choices: readonly Choice[]
}

/** A sentence where the text cannot be read. */
function shapeOf(text: string): Shape | string {
  try {
    const names = new Set<string>()
    const choices: Choice[] = []
    const tags = tagsIn(compileMessageOrThrow(text), names, choices)
    const open: string[] = []
    for (const tag of tags) {
      if (tag.endsWith('/>')) continue
      const [name] = /\w+/.exec(tag)!
      if (!tag.startsWith('</')) open.push(name)
      else if (open.pop() !== name) return `the tag ${tag} closes nothing`
    }
    if (open.length > 0) return `the tag <${open.at(-1)}> is not closed`
    return { names: [...names].sort(), tags: tags.sort(), choices }
  } catch (error) {
    return unreadable(text, (error as Error).message)
  }
}

/** What the parser says begins as “invalid syntax at line 1 col 12:”. */
function unreadable(text: string, message: string): string {
  const [, what = message, line, column] = /^(.*?) at line (\d+) col (\d+)/.exec(message) ?? []
  const [, form] = /^The plural case (\S+) is not valid/.exec(what) ?? []
  if (form !== undefined) return `${form} is not a plural form of any language`
  if (what === 'Unexpected message end') return 'it cannot be read: a { has no }'
  const rest = text.split('\n')[Number(line) - 1]?.slice(Number(column) - 1, Number(column) + 19)
  return `it cannot be read${rest ? ` at “${rest}”` : ''}`
}

/** Collects what is in a text; returns its tags. Those of a choice count once: each case has them, or none. */
function tagsIn(tokens: CompiledMessage, names: Set<string>, choices: Choice[]): string[] {
  return tokens.flatMap((token) => {
    if (typeof token === 'string') return token.match(/<\/?\w[^<>]*>/g) ?? []
    const [name, type, details] = token
    names.add(type === undefined ? `{${name}}` : `{${name}, ${type}}`)
    if (typeof details !== 'object') return []
    const { offset: _, ...cases } = details as Record<string, CompiledMessage | number>
    choices.push({ name, type: type!, cases: Object.keys(cases).sort() })
    const tags = Object.values(cases).map((inner) =>
      Array.isArray(inner) ? tagsIn(inner, names, choices) : [],
    )
    return tags.toSorted((a, b) => b.length - a.length)[0] ?? []
  })
}

function differing(what: string, wanted: readonly string[], has: readonly string[]): string | undefined {
  if (wanted.join() === has.join()) return undefined
  return `it has the ${what} ${has.join(' ') || '(none)'} instead of ${wanted.join(' ') || '(none)'}`
}

function choiceProblem(tag: string, wanted: Shape, { name, type, cases }: Choice): string | undefined {
  if (type === 'select') {
    const english = wanted.choices.find((one) => one.name === name)
    return wrongForms(`{${name}} needs the choices`, english?.cases ?? [], cases)
  }
  const forms = formsOf(tag, type === 'selectordinal' ? 'ordinal' : 'cardinal')
  // `=0` and the like may be added to any.
  const own = cases.filter((one) => !/^\d+$/.test(one))
  const language = new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag
  return wrongForms(`in ${language}, {${name}} needs the plural forms`, forms, own)
}

function wrongForms(needs: string, wanted: readonly string[], has: readonly string[]): string | undefined {
  const missing = wanted.filter((form) => !has.includes(form))
  const tooMany = has.filter((form) => !wanted.includes(form))
  const wrong = [
    ...(missing.length > 0 ? [`missing: ${missing.join(', ')}`] : []),
    ...(tooMany.length > 0 ? [`too many: ${tooMany.join(', ')}`] : []),
  ]
  if (wrong.length === 0) return undefined
  return `${needs} ${wanted.join(', ')} (${wrong.join('; ')})`
}

/** As translators list them. */
const order = ['zero', 'one', 'two', 'few', 'many', 'other']

/** The plural forms of CLDR; those of English for a language that it does not know. */
const formsOf = (tag: string, type: 'cardinal' | 'ordinal') =>
  new Intl.PluralRules([tag, 'en'], { type })
    .resolvedOptions()
    .pluralCategories.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
