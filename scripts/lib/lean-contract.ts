import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const web = /[\\/]src[\\/]web[\\/].+\.tsx?$/
const light = '?light'

/** What a browser needs to know of an endpoint: its address. Schemas, limits and words are the server's. */
const kept = new Set(['method', 'path', 'alsoAt', 'idempotent'])

/**
 * Makes the contract light for the browser's build (docs/decisions/0018). Whatever has a small first letter (tables,
 * functions, lists) is taken from a second copy of its module, which has endpoints as addresses alone and knows no
 * schema: a page that checks nothing never fetches zod. Schemas have a capital and stay in the first copy.
 */
export const leanContract = (): Plugin => ({
  name: 'lean-contract',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  load(id) {
    return id.endsWith(light) ? readFile(id.slice(0, -light.length), 'utf8') : null
  },
  transform(code, id) {
    const isLight = id.endsWith(light)
    if (!isLight && !web.test(id.split('?', 1)[0] ?? '')) return null
    const program = this.parse(code) as unknown as Node
    const edits = isLight
      ? lightModule(code, program)
      : lightImports(program, /\/contract\/[\w-]+\.ts$/, true)
    return edits.length === 0 ? null : { code: apply(code, edits), map: null }
  },
})

/** As much of a syntax tree (ESTree) as is looked at. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  // biome-ignore lint/suspicious/noExplicitAny: nodes of every kind; each use says what it expects.
  readonly [key: string]: any
}

interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

const isSmall = ({ imported }: Node) => /^[a-z]/.test(imported.name)

/** Imports of what has a small first letter go to the light copy; of the others, to the first or to nothing. */
function lightImports(program: Node, from: RegExp, withSchemas: boolean): Edit[] {
  return program.body.flatMap((statement: Node) => {
    if (statement.type !== 'ImportDeclaration' || !from.test(statement.source.value)) return []
    const names = statement.specifiers.filter(({ type }: Node) => type === 'ImportSpecifier') as Node[]
    const schemas = names.filter((name) => !isSmall(name))
    const text =
      take(names.filter(isSmall), statement.source.value + light) +
      (withSchemas ? take(schemas, statement.source.value) : '')
    return [{ from: statement.start, to: statement.end, text }]
  })
}

function take(names: readonly Node[], from: string): string {
  if (names.length === 0) return ''
  const list = names.map(({ imported, local }) => `${imported.name} as ${local.name}`)
  return `import { ${list.join(', ')} } from ${JSON.stringify(from)};`
}

/** A contract module without schemas: nothing is taken from zod, and every constant may be dropped. */
function lightModule(code: string, program: Node): Edit[] {
  const edits = [
    ...lightImports(program, /^\.\/[\w-]+\.ts$/, false),
    ...lightImports(program, /^zod\//, false).map((edit) => ({ ...edit, text: '' })),
  ]
  for (const statement of program.body) {
    const declaration = statement.declaration ?? statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declaration.declarations) {
      if (id.type !== 'Identifier' || init === null) continue
      walk(init, (node) => {
        if (node.type !== 'CallExpression' || node.callee.name !== 'endpoint') return
        for (const property of node.arguments[0].properties) {
          if (kept.has(property.key.name)) continue
          const comma = /^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0
          edits.push({ from: property.start, to: property.end + comma, text: '' })
        }
      })
      if (init.type === 'CallExpression' || init.type === 'ObjectExpression')
        edits.push(
          { from: init.start, to: init.start, text: '/* @__PURE__ */ (() => (' },
          { from: init.end, to: init.end, text: '))()' },
        )
    }
  }
  return edits
}

function walk(node: unknown, visit: (node: Node) => void): void {
  if (node === null || typeof node !== 'object') return
  if (Array.isArray(node)) {
    for (const one of node) walk(one, visit)
    return
  }
  if (typeof (node as Node).type === 'string') visit(node as Node)
  for (const value of Object.values(node)) walk(value, visit)
}

function apply(code: string, edits: readonly Edit[]): string {
  let out = code
  // From the end, so that places before stay where they are.
  for (const { from, to, text } of [...edits].sort((a, b) => b.from - a.from))
    out = out.slice(0, from) + text + out.slice(to)
  return out
}
