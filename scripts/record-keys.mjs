// Finds objects that are read by a text: `record[text]` and `text in record`. Every object inherits `constructor` and
// `__proto__`, so a text that somebody wrote finds them. `ownValue` (src/contract/own-value.ts) and `Object.hasOwn` do
// not, nor does a Map, nor what is declared as `Object.create(null)`. `npm test` runs it over all that is shipped.
import { join, relative } from 'node:path'
import ts from 'typescript'
import { root } from './lib/root.mjs'

const [, , ...given] = process.argv
const projects =
  given.length > 0
    ? given
    : ['contract', 'server', 'web'].map((part) => join(root, `src/${part}/tsconfig.json`))

/** What serves operators and tests alone. */
const free = /node_modules|\.d\.ts$|\.test\.tsx?$|\/(testing|demo|cli)\/|^(scripts|tests|integrations)\//

/** @param {string} project */
const programOf = (project) => {
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
  return ts.createProgram(config?.fileNames ?? [], config?.options ?? {})
}

/** Text of which the compiler knows nothing. One that has a dot names nothing that is inherited. @param {ts.Type} type @param {ts.TypeChecker} checker @returns {boolean} */
const isAnyText = (type, checker) => {
  if (type.isUnion()) return type.types.some((part) => isAnyText(part, checker))
  if (type.flags & ts.TypeFlags.TypeParameter) {
    const constraint = checker.getBaseConstraintOfType(type)
    return constraint !== undefined && isAnyText(constraint, checker)
  }
  if (type.flags & ts.TypeFlags.TemplateLiteral)
    return !(/** @type {ts.TemplateLiteralType} */ (type).texts.some((text) => text.includes('.')))
  return (type.flags & (ts.TypeFlags.String | ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0
}

/** @param {ts.Node} node */
const withoutCast = (node) => (ts.isAsExpression(node) ? node.expression : node)

/** Whether the function around it asks first. @param {ts.Node} node @param {string} call @param {ts.SourceFile} source */
const isGuarded = (node, call, source) => {
  const around = ts.findAncestor(node, ts.isFunctionLike) ?? source
  return around.getText(source).includes(call)
}

/** @param {ts.Node} node @param {ts.TypeChecker} checker @param {ts.SourceFile} source */
const isFound = (node, checker, source) => {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword)
    return isAnyText(checker.getTypeAtLocation(withoutCast(node.left)), checker)
  if (!ts.isElementAccessExpression(node)) return false
  const record = checker.getNonNullableType(checker.getTypeAtLocation(node.expression))
  if (checker.isArrayLikeType(record)) return false
  const declared = checker.getSymbolAtLocation(node.expression)?.valueDeclaration
  if (declared?.getText().endsWith('= Object.create(null)')) return false
  const key = withoutCast(node.argumentExpression)
  if (
    ts.isTemplateExpression(key) &&
    /[^\w$]/.test(key.head.text + key.templateSpans.map(({ literal }) => literal.text).join(''))
  )
    return false
  if (!isAnyText(checker.getTypeAtLocation(key), checker)) return false
  return !isGuarded(node, `Object.hasOwn(${node.expression.getText(source)}, ${key.getText(source)})`, source)
}

/** @type {Map<string, number>} */
const seen = new Map()
for (const project of projects) {
  const program = programOf(project)
  const checker = program.getTypeChecker()
  for (const source of program.getSourceFiles()) {
    const path = relative(root, source.fileName)
    if (free.test(path) || seen.has(path)) continue
    let found = 0
    /** @param {ts.Node} node */
    const visit = (node) => {
      ts.forEachChild(node, visit)
      if (!isFound(node, checker, source)) return
      found += 1
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      console.error(`${path}:${line + 1}: ${node.getText(source)} may find what every object inherits`)
    }
    visit(source)
    seen.set(path, found)
  }
}
const places = [...seen.values()].reduce((sum, number) => sum + number, 0)
if (places > 0 || seen.size === 0) process.exitCode = 1
console.log(`${seen.size} files, ${places} objects that are read by any text`)
