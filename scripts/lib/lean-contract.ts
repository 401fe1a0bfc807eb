import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Plugin } from 'vite'

const web = /[\\/]src[\\/]web[\\/].+\.tsx?$/
const light = '?light'

/** What a browser needs to know of an endpoint: its address. Schemas, limits and words are the server's. */
const kept = new Set(['method', 'path', 'alsoAt', 'idempotent'])

/**
 * Makes the contract light for the browser's build (docs/decisions/0018). Tables, functions and lists are taken from a
 * second copy of their module, which has endpoints as addresses alone and knows no schema: a page that checks nothing
 * never fetches zod. Schemas, and whatever is made of them, stay in the first copy.
 */
export function leanContract(): Plugin {
  const known = new Map<string, ReadonlySet<string>>()
  /** Names of a contract module that are schemas, or made of some. */
  const schemasOf = (file: string, parse: Parse): ReadonlySet<string> => {
    const found =
      known.get(file) ??
      namesOfSchemas(parse(readFileSync(file, 'utf8')), (from) =>
        schemasOf(resolve(dirname(file), from), parse),
      )
    known.set(file, found)
    return found
  }
  return {
    name: 'lean-contract',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      return id.endsWith(light) ? readFileSync(id.slice(0, -light.length), 'utf8') : null
    },
    transform(code, id) {
      const isLight = id.endsWith(light)
      const file = id.split('?', 1)[0] ?? ''
      if (!isLight && !web.test(file)) return null
      const parse: Parse = (text) => this.parse(text, { lang: 'ts' }) as unknown as Node
      const program = this.parse(code) as unknown as Node
      const isSchema = (from: string, name: string) =>
        schemasOf(resolve(dirname(file), from), parse).has(name)
      const edits = isLight
        ? lightModule(code, program, schemasOf(file, parse), isSchema)
        : webImports(program, isSchema)
      return edits.length === 0 ? null : { code: applied(code, edits), map: null }
    },
  }
}

type Parse = (text: string) => Node
/** Whether a module, named as an import names it, has a schema of that name. */
type IsSchema = (from: string, name: string) => boolean

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

const specifiersOf = (statement: Node) =>
  (statement.specifiers as Node[]).filter(({ type }) => type === 'ImportSpecifier')

function take(names: readonly Node[], from: string): string {
  if (names.length === 0) return ''
  const list = names.map(({ imported, local }) => `${imported.name} as ${local.name}`)
  return `import { ${list.join(', ')} } from ${JSON.stringify(from)};`
}

/** A web module takes schemas from where they are, and everything else of the contract from the light copies. */
function webImports(program: Node, isSchema: IsSchema): Edit[] {
  return program.body.flatMap((statement: Node) => {
    if (statement.type !== 'ImportDeclaration') return []
    const from = statement.source.value as string
    if (!/\/contract\/[\w-]+\.ts$/.test(from)) return []
    const [schemas, others] = parted(specifiersOf(statement), from, isSchema)
    return [
      { from: statement.start, to: statement.end, text: take(others, from + light) + take(schemas, from) },
    ]
  })
}

const parted = (names: readonly Node[], from: string, isSchema: IsSchema) =>
  [
    names.filter(({ imported }) => isSchema(from, imported.name)),
    names.filter(({ imported }) => !isSchema(from, imported.name)),
  ] as const

/** A contract module without its schemas. */
function lightModule(code: string, program: Node, schemas: ReadonlySet<string>, isSchema: IsSchema): Edit[] {
  return (program.body as Node[]).flatMap((statement): Edit[] => {
    const whole = { from: statement.start, to: statement.end }
    if (statement.type === 'ImportDeclaration') {
      const from = statement.source.value as string
      const others = from.startsWith('./') ? parted(specifiersOf(statement), from, isSchema)[1] : []
      return [{ ...whole, text: take(others, from + light) }]
    }
    if (declaredBy(statement).names.some((name) => schemas.has(name))) return [{ ...whole, text: '' }]
    return leanDeclaration(code, statement)
  })
}

/** What a module declares that is a schema, or uses one: its own, another module's, or zod itself. */
function namesOfSchemas(
  program: Node,
  schemasOf: (from: string) => ReadonlySet<string>,
): ReadonlySet<string> {
  const schemas = new Set<string>()
  for (const statement of program.body as Node[]) {
    if (statement.type !== 'ImportDeclaration' || statement.importKind === 'type') continue
    const from = statement.source.value as string
    for (const name of statement.specifiers as Node[]) {
      const isOurs = from.startsWith('./') && name.type === 'ImportSpecifier'
      if (!isOurs || schemasOf(from).has(name.imported.name)) schemas.add(name.local.name)
    }
  }
  const declared = (program.body as Node[]).map(declaredBy)
  for (let before = -1; before !== schemas.size; ) {
    before = schemas.size
    for (const { names, uses } of declared)
      if ([...uses].some((name) => schemas.has(name))) for (const name of names) schemas.add(name)
  }
  return schemas
}

/** What a statement at the top of a module declares, and everything that the declaration names. */
function declaredBy(statement: Node): {
  readonly names: readonly string[]
  readonly uses: ReadonlySet<string>
} {
  const node: Node | null = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  const names: string[] = []
  const uses = new Set<string>()
  if (node?.type === 'FunctionDeclaration' || node?.type === 'ClassDeclaration') {
    names.push(node.id.name)
    namesIn(node, uses)
  }
  if (node?.type === 'VariableDeclaration') {
    for (const { id, init } of node.declarations) {
      const bound = new Set<string>()
      namesIn(id, bound)
      names.push(...bound)
      namesIn(init, uses)
    }
  }
  return { names, uses }
}

/** Every identifier below a node but those of types; of an endpoint, those of its address alone. */
function namesIn(node: unknown, into: Set<string>): void {
  if (node === null || typeof node !== 'object') return
  if (Array.isArray(node)) {
    for (const one of node) namesIn(one, into)
    return
  }
  const { type, name, callee, expression } = node as Node
  // `x as const` and the like: the value counts, its type does not.
  if (type?.startsWith('TS')) {
    namesIn(expression, into)
    return
  }
  if (type === 'Identifier') into.add(name)
  if (type === 'CallExpression' && callee.name === 'endpoint') {
    for (const property of (node as Node).arguments[0].properties)
      if (kept.has(property.key.name)) namesIn(property.value, into)
    return
  }
  for (const value of Object.values(node)) namesIn(value, into)
}

/** Endpoints become addresses; a constant may be dropped when it is not used. */
function leanDeclaration(code: string, statement: Node): Edit[] {
  const declaration = statement.declaration ?? statement
  if (declaration.type !== 'VariableDeclaration') return []
  const edits: Edit[] = []
  for (const { init } of declaration.declarations) {
    endpointsIn(init, ({ arguments: [table] }) => {
      for (const property of table.properties) {
        if (kept.has(property.key.name)) continue
        const comma = /^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0
        edits.push({ from: property.start, to: property.end + comma, text: '' })
      }
    })
    if (init?.type === 'CallExpression' || init?.type === 'ObjectExpression')
      edits.push(
        { from: init.start, to: init.start, text: '/* @__PURE__ */ (() => (' },
        { from: init.end, to: init.end, text: '))()' },
      )
  }
  return edits
}

function endpointsIn(node: unknown, found: (call: Node) => void): void {
  if (node === null || typeof node !== 'object') return
  const { type, callee } = node as Node
  if (type === 'CallExpression' && callee.name === 'endpoint') found(node as Node)
  else for (const value of Object.values(node)) endpointsIn(value, found)
}

function applied(code: string, edits: readonly Edit[]): string {
  let out = code
  // From the end, so that places before stay where they are.
  for (const { from, to, text } of [...edits].sort((a, b) => b.from - a.from))
    out = out.slice(0, from) + text + out.slice(to)
  return out
}
