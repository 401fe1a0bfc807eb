// Compares the row types of the server, `sql<Row>`, with what PostgreSQL returned in its tests: each property of a Row
// is a column, of a type that the driver reads as the Row says. Whether a column may be null no result tells.
// `npm test` calls it with what the tests noted (src/server/testing/observed-rows.ts).
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { root } from './lib/root.mjs'

/** What the driver makes of PostgreSQL's types, by their ids; of all others a string. */
const kinds = {
  boolean: [16],
  number: [21, 23, 26, 700, 701],
  Date: [1082, 1114, 1184],
  Buffer: [17],
  any: [114, 3802, 199, 3807],
  'boolean[]': [1000],
  'number[]': [1005, 1007, 1021, 1022, 1231],
  'Date[]': [1115, 1182, 1185],
  'string[]': [1001, 1009, 1015, 1016, 2951],
}
const kindOfId = new Map(Object.entries(kinds).flatMap(([kind, ids]) => ids.map((id) => [id, kind])))

const [, , rows = '', project = join(root, 'src/server/tsconfig.json')] = process.argv

/** Fewer letters than these of a statement's own do not tell it from others. */
const minLetters = 25

const config = ts.getParsedCommandLineOfConfigFile(
  project,
  {},
  {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic({ messageText }) {
      throw new Error(String(messageText))
    },
  },
)
const program = ts.createProgram(config?.fileNames ?? [], config?.options ?? {})
const checker = program.getTypeChecker()

/** @param {ts.Type} type @returns {string} */
const kindOf = (type) => {
  const present = checker.getNonNullableType(type)
  const of = (/** @type {ts.TypeFlags} */ flags) => (present.flags & flags) !== 0
  if (of(ts.TypeFlags.StringLike)) return 'string'
  if (of(ts.TypeFlags.NumberLike)) return 'number'
  if (of(ts.TypeFlags.BooleanLike)) return 'boolean'
  if (present.isUnion()) {
    const all = new Set(present.types.map(kindOf))
    return all.size === 1 ? [...all].join() : 'any'
  }
  const reference = /** @type {ts.TypeReference} */ (present)
  const [item] = checker.isArrayLikeType(present) ? checker.getTypeArguments(reference) : []
  if (item !== undefined) return `${kindOf(item)}[]`
  const name = present.getSymbol()?.name ?? ''
  if (['Date', 'Buffer'].includes(name)) return name
  return of(ts.TypeFlags.Object) ? 'object' : 'any'
}

/** @typedef {{ place: string, pattern: RegExp, letters: number, row: ts.Type, node: ts.Node, isSeen: boolean }} Statement */
/** @type {Statement[]} */
const statements = []

/** @param {ts.Node} node @param {ts.SourceFile} source */
const collect = (node, source) => {
  ts.forEachChild(node, (child) => collect(child, source))
  if (!ts.isTaggedTemplateExpression(node) || node.tag.getText(source) !== 'sql') return
  const [typeNode] = node.typeArguments ?? []
  if (typeNode === undefined) return
  const row = checker.getTypeFromTypeNode(typeNode)
  const { template } = node
  const texts = ts.isTemplateExpression(template)
    ? [template.head, ...template.templateSpans.map(({ literal }) => literal)].map(({ text }) => text)
    : [template.text]
  const letters = texts.join('').replaceAll(/\s/g, '').length
  if (kindOf(row) !== 'object' || letters < minLetters) return
  const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
  const escaped = texts.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`^${escaped.join('[^]*?')}$`)
  const place = `${relative(root, source.fileName)}:${line + 1}`
  statements.push({ place, pattern, letters, row, node, isSeen: false })
}
for (const source of program.getSourceFiles())
  if (!/node_modules|\/testing\/|\.(?:test|d)\.ts$/.test(source.fileName)) collect(source, source)

/** What a Row says that the columns do not. @param {Statement} statement @param {[string, number][]} columns */
const faultsOf = ({ row, node }, columns) =>
  checker.getPropertiesOfType(row).flatMap((property) => {
    const [, id] = columns.find(([name]) => name === property.name) ?? []
    if (id === undefined)
      return (property.flags & ts.SymbolFlags.Optional) !== 0 ? [] : [`no column ${property.name}`]
    const column = kindOfId.get(id) ?? 'string'
    const type = kindOf(checker.getTypeOfSymbolAtLocation(property, node))
    return [column, type].includes('any') || column === type
      ? []
      : [`${property.name} is ${column}, not ${type}`]
  })

const faults = new Set()
for (const line of readFileSync(rows, 'utf8').trim().split('\n')) {
  const { text, columns } = JSON.parse(line)
  const [best, ...others] = statements
    .filter(({ pattern }) => pattern.test(text))
    .sort((a, b) => b.letters - a.letters)
  if (best === undefined) continue
  // Of some that may have composed it, the one that says most did.
  const candidates = [best, ...others.filter(({ letters }) => letters === best.letters)]
  for (const candidate of candidates) candidate.isSeen = true
  if (candidates.some((candidate) => faultsOf(candidate, columns).length === 0)) continue
  for (const candidate of candidates)
    faults.add(`${candidate.place}: ${faultsOf(candidate, columns).join(', ')}`)
}
const seen = statements.filter(({ isSeen }) => isSeen).length
console.log(`${statements.length} row types, ${seen} of them seen in tests, ${faults.size} that are not true`)
for (const fault of faults) console.error(fault)
if (faults.size > 0) process.exitCode = 1
