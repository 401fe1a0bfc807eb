import { type Document, isMap, isScalar, LineCounter, type Node, parseDocument, visit } from 'yaml'
import type * as z from 'zod/mini'
import { isStorableText } from '../../../contract/text.ts'
import type { ContentProblem } from './problem.ts'

export type Placeholders = Readonly<Record<string, string>>

type Checked<T> = { readonly value: T } | { readonly problems: readonly ContentProblem[] }

/**
 * Reads the text of a content file (YAML 1.2, of which JSON is a part), fills in `{placeholders}` and checks it.
 * `file` is only what problems call it.
 */
export function checkYaml<T>(
  file: string,
  text: string,
  schema: z.ZodMiniType<T, unknown>,
  placeholders: Placeholders,
): Checked<T> {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const lineAt = (offset: number | undefined) =>
    offset === undefined ? undefined : lines.linePos(Math.min(offset, text.length)).line
  const problem = (offset: number | undefined, reason: string): ContentProblem => ({
    file,
    line: lineAt(offset),
    reason,
  })
  // A warning is an unknown tag or the like: nothing of ours needs one.
  const broken = [...document.errors, ...document.warnings]
  if (broken.length > 0) return { problems: broken.map(({ pos, message }) => problem(pos[0], message)) }

  const unfilled = fill(document, placeholders)
  if (unfilled.length > 0) return { problems: unfilled.map(({ offset, reason }) => problem(offset, reason)) }

  const result = schema.safeParse(document.toJS({ maxAliasCount: 0 }))
  if (result.success) return { value: result.data }
  return {
    problems: result.error.issues.map((issue) => {
      const extra = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined
      const path = extra === undefined ? issue.path : [...issue.path, extra]
      const reason = extra === undefined ? issue.message : 'is not a key of this file'
      return problem(offsetOf(document, path), `${path.map(String).join('.') || 'the file'}: ${reason}`)
    }),
  }
}

/** Puts the values in the place of `{name}` in every text. A brace without a known name is told, not shown to visitors. */
function fill(document: Document, placeholders: Placeholders) {
  const wrong: { readonly offset: number | undefined; readonly reason: string }[] = []
  visit(document, {
    Alias(_key, node) {
      wrong.push({ offset: node.range?.[0], reason: 'aliases (*) are not used in content files' })
    },
    Scalar(key, node) {
      if (key === 'key' || typeof node.value !== 'string') return
      if (!isStorableText(node.value))
        wrong.push({ offset: node.range?.[0], reason: 'holds characters that are no text' })
      node.value = node.value
        .replace(/\{([A-Za-z]*)\}/g, (whole, name: string) => {
          const value = placeholders[name]
          if (value !== undefined) return value
          const known = Object.keys(placeholders).map((one) => `{${one}}`)
          wrong.push({ offset: node.range?.[0], reason: `${whole} is none of ${known.join(', ')}` })
          return whole
        })
        .trim()
    },
  })
  return wrong
}

/** Where the value at a path begins; for one that is missing, the thing that should hold it. */
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
