import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import PO from 'pofile'

/** Texts of a language, and what is wrong with those that are left out. */
export interface Catalogue {
  readonly messages: Readonly<Record<string, CompiledMessage>>
  readonly dir: 'ltr' | 'rtl'
  /** Source files that say a text, by its id; empty for what an owner wrote down without them. */
  readonly files: Readonly<Record<string, readonly string[]>>
  /** Of every text, translated or not. */
  readonly ids: readonly string[]
  /** A sentence each, with the English text. */
  readonly problems: readonly string[]
}

/** Reads a PO file. A text that does not fit its English one is left out: it is then said in English. */
export function readCatalogue(tag: string, po: string): Catalogue {
  const { items, headers } = PO.parse(po)
  const messages: Record<string, CompiledMessage> = {}
  const files: Record<string, readonly string[]> = {}
  const ids: string[] = []
  const problems: string[] = []
  for (const { msgid, msgctxt, msgstr, obsolete, references } of items) {
    const [translation = ''] = msgstr
    if (obsolete || msgid === '') continue
    const id = generateMessageId(msgid, msgctxt ?? undefined)
    ids.push(id)
    if (translation === '') continue
    const problem = problemOf(tag, msgid, translation)
    if (problem === undefined) {
      messages[id] = compileMessageOrThrow(translation)
      if (references.length > 0) files[id] = references
    } else problems.push(`“${msgid}”: ${problem}`)
  }
  if (items.length === 0) problems.push('there are no texts that can be read')
  return { messages, dir: headers['X-Direction'] === 'rtl' ? 'rtl' : 'ltr', files, ids, problems }
}

/** What only pages of staff load. */
const ofStaff = new RegExp(
  [
    'admin',
    '/accounts/(?:members|ranks|invites/(?!accept))',
    '/content/settings',
    'contract/content/own-pages',
    '/cups/(?:rename-team|rule-dialog|seed-refusals)',
    '/matches/(?:game-servers|rulings|unknown-ranks)',
    '/moderation/(?:appeals/(?:decide|staff)|case|clear|in-force|punishments|queue|remove|reopen|restrict)',
    '/moderation/(?:subject-words|take-over|use-)',
  ].join('|'),
)

/** Whether pages say a text that is in these files, and whether those are of staff alone. */
export const audienceOf = (files: readonly string[] = []): 'everybody' | 'staff' | 'server' => {
  const ofPages = files.filter((file) => !file.startsWith('src/server/'))
  if (ofPages.length === 0) return files.length === 0 ? 'everybody' : 'server'
  return ofPages.every((file) => ofStaff.test(file)) ? 'staff' : 'everybody'
}

/** What a translation gets wrong of its English text: undefined for nothing. */
export function problemOf(tag: string, english: string, translation: string): string | undefined {
  const [wanted, has] = [shapeOf(english), shapeOf(translation)]
  if (typeof has === 'string') return has
  if (typeof wanted === 'string') return undefined
  return (
    differing('placeholders', wanted.names, has.names) ??
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
      if (!tag.startsWith('</')) open.push(tag.slice(1))
      else if (open.pop() !== tag.slice(2)) return `the tag ${tag} closes nothing`
    }
    if (open.length > 0) return `the tag <${open.at(-1)} is not closed`
    return { names: [...names].sort(), tags: tags.sort(), choices }
  } catch (error) {
    return `it cannot be read (${(error as Error).message.split('\n', 1)[0]})`
  }
}

/** Collects what is in a text; returns its tags. Those of a choice count once: each case has them, or none. */
function tagsIn(tokens: CompiledMessage, names: Set<string>, choices: Choice[]): string[] {
  return tokens.flatMap((token) => {
    if (typeof token === 'string') return token.match(/<\/?\w+\/?>/g) ?? []
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
  const expected =
    type === 'select'
      ? (wanted.choices.find((one) => one.name === name)?.cases ?? [])
      : formsOf(tag, type === 'selectordinal' ? 'ordinal' : 'cardinal')
  // `=0` and the like may be added to any.
  const own = type === 'select' ? cases : cases.filter((one) => !/^\d+$/.test(one))
  return differing(`forms of ${name}`, expected, own)
}

/** The plural forms of CLDR. */
const formsOf = (tag: string, type: 'cardinal' | 'ordinal') =>
  new Intl.PluralRules(tag, { type }).resolvedOptions().pluralCategories.toSorted()
