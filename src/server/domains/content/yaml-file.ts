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
import { ownValue } from '../../../contract/own-value.ts'
import { isStorableText } from '../../../contract/text.ts'
import { BoundedMap } from '../../platform/bounded-map.ts'
import { defaultMessage, keysAt, unknownKey } from './issue-message.ts'
import { type ContentProblem, fieldProblem } from './problem.ts'
import { syntaxMessage } from './syntax-message.ts'

export type Placeholders = Readonly<Record<string, string>>

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
  /** Makes what is checked of what is written, instead of the defaults; a problem is at the path of a value. */
  readonly complete?: (written: unknown, report: ReportAt) => unknown
}

export type ReportAt = (path: readonly PropertyKey[], reason: string) => void

/** Values of texts that were parsed lately: after a change of one setting the files are read again, and most are the same. */
const values = new BoundedMap<{ readonly value: unknown; readonly size: number }>(
  2 * 1024 * 1024,
  ({ size }) => size,
)

function parsed(text: string, placeholders: Placeholders) {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  // Warnings, such as unknown tags, count as problems because content needs none of them.
  const broken = [...document.errors, ...document.warnings]
  return { lines, document, broken, unfilled: broken.length > 0 ? [] : fill(document, placeholders) }
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
  const source = () => (last ??= parsed(text, placeholders))
  const problem = (offset: number, reason: string): ContentProblem => ({
    file,
    line: source().lines.linePos(Math.min(offset, text.length)).line,
    reason,
  })
  const key = `${JSON.stringify(placeholders)}${text}`
  let known = values.get(key)
  if (known === undefined) {
    const { broken, unfilled, document } = source()
    if (broken.length > 0)
      return { problems: broken.map((error) => problem(error.pos[0], syntaxMessage(error))) }
    if (unfilled.length > 0)
      return {
        problems: unfilled.map(({ offset, reason, field }) => ({ ...problem(offset, reason), field })),
      }
    known = { value: document.toJS({ maxAliasCount: 0 }), size: key.length }
    values.set(key, known)
  }
  // A copy, which the caller may change.
  const written = structuredClone(known.value)
  const problemAt = (
    at: readonly PropertyKey[],
    sentence: string,
    absence?: 'missing' | 'empty',
  ): ContentProblem => ({
    ...problem(offsetOf(source().document, at), sentence),
    ...fieldProblem(named(at), sentence, absence),
    field: at.join('.'),
  })
  const odd: ContentProblem[] = []
  const value =
    complete === undefined
      ? merged(written, filledDefaults(defaults, placeholders))
      : complete(written, (path, reason) => odd.push(problemAt(path, reason)))
  if (odd.length > 0) return { problems: odd }
  const result = schema.safeParse(value, { error: defaultMessage })
  if (result.success) return { value: result.data }
  return {
    problems: result.error.issues.flatMap((issue) => {
      const { path } = issue
      if (issue.code === 'unrecognized_keys')
        return issue.keys.map((key) => problemAt([...path, key], unknownKey(key, keysAt(schema, path))))
      const found = valueAt(value, path)
      const absence = found === undefined ? 'missing' : found === null ? 'empty' : undefined
      return problemAt(path, issue.message, absence)
    }),
  }
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

/** Returns the defaults with placeholders replaced. */
function filledDefaults(value: unknown, placeholders: Placeholders): unknown {
  if (typeof value === 'string')
    return withServerAddress(value, placeholders).replace(
      /\{([a-z]+)\}/g,
      (whole, name: string) => ownValue(placeholders, name) ?? whole,
    )
  if (Array.isArray(value)) return value.map((one) => filledDefaults(one, placeholders))
  if (!isGroup(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, filledDefaults(one, placeholders)]),
  )
}

const valueAt = (value: unknown, path: readonly PropertyKey[]) =>
  path.reduce<unknown>((at, step) => ownValue(at as Record<string, unknown> | null | undefined, step), value)

/** `sections.2.title`: the title of the second section. Nothing for the whole file. */
const named = (path: readonly PropertyKey[]) =>
  path.map((step) => (typeof step === 'number' ? step + 1 : String(step))).join('.')

/** Replaces `{name}` in every text. An unknown name is a problem. */
function fill(document: Document, placeholders: Placeholders) {
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
      node.value = withServerAddress(node.value, placeholders)
        .replace(/\{([A-Za-z]*)\}/g, (whole, name: string) => {
          const value = ownValue(placeholders, name)
          if (value !== undefined) return value
          const known = Object.keys(placeholders).map((one) => `{${one}}`)
          report(
            node,
            ancestors,
            `This text holds ${whole}, which stands for nothing: what is filled in is ${known.join(', ')}.`,
          )
          return whole
        })
        .trim()
    },
  })
  return wrong

  function report(node: Node, ancestors: Ancestors, reason: string) {
    wrong.push({ offset: node.range?.[0] ?? 0, reason, field: fieldOf(node, ancestors) })
  }
}

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
