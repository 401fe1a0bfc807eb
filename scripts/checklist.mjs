// Which rows of docs/spec/checklist.tsv the tests prove: a test names rows in its title, as in `[social.07]`. The last
// column names the shorter of the two commands that prove a row; --write corrects it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from './lib/root.mjs'

const rowId = /^[a-z0-9-]+\.\d+$/
const path = join(root, 'docs/spec/checklist.tsv')
const [header = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n')
const rows = lines
  .map((line) => line.split('\t'))
  .map(([id, part, requirement, command]) => ({ id, part, requirement, command }))

/** Whether `npm test` runs a file; `npm run test:all` runs all of them (vitest.config.ts, scripts/lib/test-stages.mjs). */
const isInShortRun = (file) =>
  file.startsWith('tests/') || file.startsWith('integrations/')
    ? file.startsWith('tests/e2e/smoke/')
    : !/\.slow\.test\.\w+$/.test(file)

/** @param {string} directory @returns {string[]} */
const testFiles = (directory) =>
  readdirSync(join(root, directory), { withFileTypes: true }).flatMap((entry) => {
    const path = `${directory}/${entry.name}`
    if (entry.name === 'node_modules') return []
    if (entry.isDirectory()) return testFiles(path)
    return /\.test\.(tsx?|mjs)$/.test(entry.name) ? [path] : []
  })

const makers = new Set(['test', 'it', 'describe'])
/** Modifiers under which a test does not run, and so proves nothing. */
const idle = new Set(['skip', 'todo'])

/** `test`, `test.each(…)`, `describe.sequential`: the names of the chain. @param {ts.Expression} callee */
const chain = (callee) => {
  if (ts.isIdentifier(callee)) return [callee.text]
  if (ts.isPropertyAccessExpression(callee)) return [...chain(callee.expression), callee.name.text]
  if (ts.isCallExpression(callee)) return chain(callee.expression)
  if (ts.isTaggedTemplateExpression(callee)) return chain(callee.tag)
  return []
}

/** All text of a title, also of a template or of strings put together. @param {ts.Node} node @returns {string} */
const textOf = (node) => {
  if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
    return node.text
  let text = ''
  ts.forEachChild(node, (child) => {
    text += textOf(child)
  })
  return text
}

/** @param {string} file @returns {string[]} */
const titlesIn = (file) => {
  const titles = []
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isCallExpression(node) && node.arguments[0]) {
      const names = chain(node.expression)
      if (makers.has(names[0])) {
        if (names.some((name) => idle.has(name))) return
        titles.push(textOf(node.arguments[0]))
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true))
  return titles
}

const idsIn = (title) =>
  [...title.matchAll(/\[([^\]]+)\]/g)]
    .flatMap(([, inside]) => inside.split(',').map((id) => id.trim()))
    .filter((id) => rowId.test(id))

const known = new Set(rows.map(({ id }) => id))
/** The command that proves a row, by its id. @type {Map<string, string>} */
const proved = new Map()
const problems = rows
  .filter(({ id }, index) => rows.findIndex((row) => row.id === id) < index)
  .map(({ id, requirement }) => `[${id}] is the id of an earlier row: ${requirement}`)
for (const file of ['src', 'tests', 'scripts', 'integrations'].flatMap(testFiles)) {
  for (const id of titlesIn(file).flatMap(idsIn)) {
    if (known.has(id)) {
      if (proved.get(id) !== 'npm test') proved.set(id, isInShortRun(file) ? 'npm test' : 'npm run test:all')
    } else problems.push(`${file} names [${id}], which is no row of the checklist`)
  }
}

for (const part of new Set(rows.map((row) => row.part))) {
  const all = rows.filter((row) => row.part === part)
  const missing = all.filter(({ id }) => !proved.has(id))
  if (missing.length === 0) console.log(`${part}: all rows proved`)
  else console.log(`${part}: ${all.length - missing.length} of ${all.length} rows proved`)
  for (const { id, requirement } of missing) problems.push(`[${id}] has no test: ${requirement}`)
}
if (process.argv.includes('--write')) {
  for (const row of rows) row.command = proved.get(row.id) ?? ''
  const written = rows.map(({ id, part, requirement, command }) =>
    [id, part, requirement, command].join('\t'),
  )
  writeFileSync(path, `${[header, ...written].join('\n')}\n`)
}
for (const { id, command } of rows)
  if (proved.has(id) && proved.get(id) !== command)
    problems.push(
      `[${id}] is proved by ${proved.get(id)}, not ${command}: node scripts/checklist.mjs --write`,
    )
const short = rows.filter(({ command }) => command === 'npm test').length
console.log(`${short} of ${rows.length} rows are proved by npm test, the others by npm run test:all`)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
