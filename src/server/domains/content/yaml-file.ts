import {
  type Document,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
} from 'yaml'
import type * as z from 'zod/mini'
import { hostAndPort } from '../../../contract/content/site.ts'
import type { Text } from '../../../contract/languages.ts'
import { ownValue } from '../../../contract/own-value.ts'
import { textOf } from '../../../contract/sentences.ts'
import { isStorableText } from '../../../contract/text.ts'
import { BoundedMap } from '../../platform/bounded-map.ts'
import { defaultMessage, keysAt, unknownKey } from './issue-message.ts'
import { type ContentProblem, fieldProblem } from './problem.ts'
import { syntaxMessage } from './syntax-message.ts'

/** What `{name}` stands for, and whether `{if: name}` holds: a key such as `if: shop.storeUrl` is empty where not. */
export type Placeholders = Readonly<Record<string, string>>

const mark = /(\{(?:if:[^{}]*\}?|(?:else|end)\}))/

/** A piece of a text. With a condition: what it says while that holds, and after `{else}`. */
interface Part {
  readonly condition: string | undefined
  readonly texts: string[]
}

/** The pieces of `…{if: shop}…{else}…{end}…`, and the first mark that has no place there. */
function partsOf(text: string): { readonly parts: readonly Part[]; readonly odd: string | undefined } {
  const [before = '', ...rest] = text.split(mark)
  let part: Part = { condition: undefined, texts: [before] }
  const parts = [part]
  let odd: string | undefined
  for (let at = 0; at < rest.length; at += 2) {
    const [sign = '', following = ''] = rest.slice(at, at + 2)
    const { condition, texts } = part
    const begins = sign.startsWith('{if:')
    if (begins && condition !== undefined) odd ??= `{${condition}}`
    if (!begins && (condition === undefined || (sign === '{else}' && texts.length > 1))) odd ??= sign
    if (sign === '{else}') texts.push(following)
    else {
      part = { condition: begins ? sign.replace(/[{}]/g, '') : undefined, texts: [following] }
      parts.push(part)
    }
  }
  if (part.condition !== undefined) odd ??= `{${part.condition}}`
  return { parts, odd }
}

/** The text without the parts whose condition does not hold. */
const withConditions = (text: string, placeholders: Placeholders) =>
  partsOf(text)
    .parts.map(({ condition, texts: [said = '', otherwise = ''] }) =>
      condition === undefined || ownValue(placeholders, condition) !== '' ? said : otherwise,
    )
    .join('')

/** Whether there are settings with which nothing is left of a text. */
const canBeEmptied = (parts: readonly Part[]) =>
  parts.length > 1 &&
  [...new Set(parts.map(({ condition }) => condition))].every((name) => {
    const own = parts.filter(({ condition }) => condition === name)
    const isBlank = (side: number) => own.every(({ texts }) => (texts[side] ?? '').trim() === '')
    return isBlank(0) || (name !== undefined && isBlank(1))
  })

/** What a text says now. */
export const filledText = (text: string, placeholders: Placeholders): string =>
  withServerAddress(withConditions(text, placeholders), placeholders)
    .replace(/\{([A-Za-z]*)\}/g, (whole, name: string) => ownValue(placeholders, name) ?? whole)
    .trim()

/** Fills in `{host}:{port}` as one, because an IPv6 address is in brackets before a port. */
export const withServerAddress = (text: string, { host, port }: Placeholders) =>
  host === undefined || port === undefined ? text : text.replaceAll('{host}:{port}', hostAndPort(host, port))

type Checked<T> = { readonly value: T } | { readonly problems: readonly ContentProblem[] }

interface ContentFile<T> {
  /** File name in problems. */
  readonly file: string
  readonly text: string
  readonly schema: z.ZodMiniType<T, unknown>
  readonly placeholders: Placeholders
  /** Defaults of absent keys; may contain placeholders. */
  readonly defaults?: unknown
  /** Makes of what is written what is filled in and checked, instead of the defaults; a problem is at a written path. */
  readonly complete?: (written: unknown, report: ReportAt) => unknown
}

export type ReportAt = (path: readonly PropertyKey[], reason: string) => void

/** Values of texts that were parsed lately: after a change of one setting the files are read again, and most are the same. */
const values = new BoundedMap<{ readonly value: unknown; readonly size: number }>(
  2 * 1024 * 1024,
  ({ size }) => size,
)

function parsed(text: string) {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  // Warnings, such as unknown tags, count as problems because content needs none of them.
  const broken = [...document.errors, ...document.warnings]
  return { lines, document, broken }
}

/** With conditions as they are now, with all and with none: what is valid stays so when a setting changes. */
function statesOf(placeholders: Placeholders): Placeholders[] {
  const all = (holds: string) =>
    Object.entries(placeholders).map(([name, value]) => [name, name.startsWith('if: ') ? holds : value])
  return [placeholders, Object.fromEntries(all('holds')), Object.fromEntries(all(''))]
}

/** Parses a content file (YAML 1.2, a superset of JSON), replaces `{placeholders}` and checks it. */
export function checkYaml<T>({
  file,
  text,
  schema,
  placeholders,
  defaults,
  complete,
}: ContentFile<T>): Checked<T> {
  let last: ReturnType<typeof parsed> | undefined
  const source = () => (last ??= parsed(text))
  const problem = (offset: number, reason: string): ContentProblem => ({
    file,
    line: source().lines.linePos(Math.min(offset, text.length)).line,
    reason,
  })
  const key = JSON.stringify([Object.keys(placeholders), text])
  let known = values.get(key)
  if (known === undefined) {
    const { broken, document } = source()
    if (broken.length > 0)
      return { problems: broken.map((error) => problem(error.pos[0], syntaxMessage(error))) }
    const wrong = wrongTexts(document, placeholders)
    if (wrong.length > 0)
      return { problems: wrong.map(({ offset, reason, field }) => ({ ...problem(offset, reason), field })) }
    known = { value: document.toJS({ maxAliasCount: 0 }), size: key.length }
    values.set(key, known)
  }
  // A copy, which the caller may change.
  const written = structuredClone(known.value)
  const problemAt = (
    at: readonly PropertyKey[],
    text: Text,
    absence?: 'missing' | 'empty',
  ): ContentProblem => ({
    ...problem(offsetOf(source().document, at), ''),
    ...fieldProblem(named(at), text, absence),
    field: at.join('.'),
  })
  const odd: ContentProblem[] = []
  const whole =
    complete === undefined
      ? merged(written, defaults)
      : complete(written, (path, reason) => odd.push(problemAt(path, reason)))
  if (odd.length > 0) return { problems: odd }
  let now: Checked<T> | undefined
  for (const state of statesOf(placeholders)) {
    const places: Places = new Map()
    const value = filled(whole, state, places)
    const result = schema.safeParse(value, { error: defaultMessage })
    if (!result.success)
      return {
        problems: result.error.issues.flatMap((issue) => {
          const { path } = issue
          const at = writtenPath(value, path, places)
          if (issue.code === 'unrecognized_keys')
            return issue.keys.map((key) => problemAt([...at, key], unknownKey(key, keysAt(schema, path))))
          const found = valueAt(value, path)
          const absence = found === undefined ? 'missing' : found === null ? 'empty' : undefined
          return problemAt(at, textOf(issue.message), absence)
        }),
      }
    now ??= { value: result.data }
  }
  return now!
}

/** The value as it is written, with placeholders, and the defaults of absent keys. The text was checked before. */
export function rawYaml(text: string, defaults?: unknown): unknown {
  const key = `raw ${text}`
  const known = values.get(key) ?? {
    value: parseDocument(text).toJS({ maxAliasCount: 0 }),
    size: key.length,
  }
  values.set(key, known)
  return merged(structuredClone(known.value), defaults)
}

export const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Merges defaults into the written keys. Lists are not merged. */
function merged(written: unknown, defaults: unknown): unknown {
  if (written === undefined || (written === null && isGroup(defaults))) return defaults
  if (!isGroup(written) || !isGroup(defaults)) return written
  const both = Object.entries(defaults).map(
    ([key, value]) => [key, merged(ownValue(written, key), value)] as const,
  )
  return { ...written, ...Object.fromEntries(both) }
}

/**
 * The value with `{name}` and `{if: name}` replaced in every text, without the entries of lists with a text of which a
 * condition leaves nothing.
 */
function filled(value: unknown, placeholders: Placeholders, places: Places): unknown {
  if (typeof value === 'string') return filledText(value, placeholders)
  if (Array.isArray(value)) {
    const goes = (one: unknown) =>
      typeof one === 'string' && one.trim() !== '' && withConditions(one, placeholders).trim() === ''
    const kept = [...value.keys()].filter(
      (at) => !(isGroup(value[at]) ? Object.values(value[at]) : [value[at]]).some(goes),
    )
    const list = kept.map((at) => filled(value[at], placeholders, places))
    places.set(list, kept)
    return list
  }
  if (!isGroup(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, filled(one, placeholders, places)]),
  )
}

const valueAt = (value: unknown, path: readonly PropertyKey[]) =>
  path.reduce<unknown>((at, step) => ownValue(at as Record<string, unknown> | null | undefined, step), value)

/** `sections.2.title`: the title of the second section. Nothing for the whole file. */
const named = (path: readonly PropertyKey[]) =>
  path.map((step) => (typeof step === 'number' ? step + 1 : String(step))).join('.')

/** Of each list: where its entries are written, among those that were left out. */
type Places = Map<unknown, readonly number[]>

/** The path of a value as it is written, with the entries that were left out. */
function writtenPath(value: unknown, path: readonly PropertyKey[], places: Places): PropertyKey[] {
  let at = value
  return path.map((step) => {
    const written = typeof step === 'number' ? (places.get(at)?.[step] ?? step) : step
    at = valueAt(at, [step])
    return written
  })
}

/** Texts that cannot be filled in: for every setting, not only as it is now. */
function wrongTexts(document: Document, placeholders: Placeholders) {
  const wrong: { readonly offset: number; readonly reason: string; readonly field: string }[] = []
  visit(document, {
    Alias(_key, node, ancestors) {
      report(
        node,
        ancestors,
        'This line uses an alias (*), which content files do not have: write the text out.',
      )
    },
    Scalar(key, node, ancestors) {
      if (key === 'key' || typeof node.value !== 'string') return
      if (!isStorableText(node.value))
        report(node, ancestors, 'This text holds characters that are no text: remove them.')
      const { parts, odd } = partsOf(node.value)
      const unknown = parts.find(
        ({ condition = '' }) => condition !== '' && !Object.hasOwn(placeholders, condition),
      )
      const out = odd ?? (unknown && `{${unknown.condition}}`)
      if (out !== undefined)
        return report(
          node,
          ancestors,
          out.startsWith('{if:')
            ? `This text holds ${out}, which is no condition that ends with {end} before another one begins. Conditions are ${known('if: ') || 'not for this text'}.`
            : `This text holds ${out} without a condition before it: {if: …}…{else}…{end}.`,
        )
      if (canBeEmptied(parts) && !mayGo(ancestors))
        report(
          node,
          ancestors,
          'With some settings nothing is left of this text: write what it says then, after {else}. Only entries of lists may go.',
        )
      for (const [whole, name = ''] of parts
        .flatMap(({ texts }) => texts)
        .join('\n')
        .matchAll(/\{([A-Za-z]*)\}/g))
        if (!Object.hasOwn(placeholders, name))
          report(
            node,
            ancestors,
            `This text holds ${whole}, which stands for nothing: what is filled in is ${known('')}.`,
          )
    },
  })
  return wrong

  function known(prefix: '' | 'if: '): string {
    const names = Object.keys(placeholders).filter((name) => name.startsWith('if: ') === (prefix !== ''))
    return names.map((name) => `{${name}}`).join(', ')
  }

  function report(node: Node, ancestors: Ancestors, reason: string) {
    wrong.push({ offset: node.range?.[0] ?? 0, reason, field: fieldOf(node, ancestors) })
  }
}

/** Whether a text is an entry of a list, or of one. */
const mayGo = (ancestors: Ancestors) => isSeq(ancestors.at(-1)) || isSeq(ancestors.at(-3))

type Ancestors = readonly (Document | Node | Pair)[]

/** Dotted path of a node: the key of each pair and the position in each list above it. */
const fieldOf = (node: Node, ancestors: Ancestors): string =>
  [...ancestors, node]
    .flatMap((one, at, all) => {
      const above = all[at - 1]
      if (isPair(one) && isScalar(one.key)) return String(one.key.value)
      return isSeq(above) ? above.items.indexOf(one) : []
    })
    .join('.')

/** Offset of the value at a path; for a missing value, that of its parent. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  let node: unknown = document.contents
  let offset = (node as Node | null)?.range?.[0] ?? 0
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === step)
      if (pair === undefined) return offset
      offset = (pair.key as Node).range?.[0] ?? offset
      node = pair.value
    } else {
      node = (node as { get?(key: unknown, keepNode: boolean): unknown } | null)?.get?.(step, true)
      const range = (node as Node | null | undefined)?.range
      if (!range) return offset
      offset = range[0]
    }
  }
  return offset
}
