import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Words of buttons as the specification writes them, and those that stand for the same button in another state. */
const specified = [
  'BACK TO SHOP',
  'Back to Community',
  'Change Password',
  'Contact Support',
  'Create New Post',
  'Hide Post Form',
  'JOIN NOW',
  'JOIN SERVER',
  'JOIN',
  'Join Discord',
  'LAUNCHING...',
  'LOGIN',
  'Login to Access',
  'Login to Post',
  'PLAY NOW',
  'PRACTICE',
  'PURCHASE',
  'REMIND ME',
  'SEND MESSAGE',
  'SENDING...',
  'Submit Another Report',
  'Submit Report',
  'Submitting Report...',
  'UNREGISTER',
  'VIEW ALL PERKS',
  'VIEW GAMES',
  'WHY JOIN US?',
]

/** Names, which are written with a capital everywhere. */
const names = /\b(API|CSV|Discord|FAQ|Owner)\b/g

const isSentenceCase = (words: string) =>
  specified.includes(words) ||
  /^(…|[A-Z0-9])[^A-Z]*$/.test(words.replace(names, 'name').replace(/^name/, 'Name'))

const modules = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !/\.test\.|testing/.test(file))
  // Shows the looks of buttons by their names.
  .filter((file) => file !== 'pages/button-demo.tsx')
  .map((file) => join(root, file))

/** What an expression may be as text; `…` stands for what only a running page knows. */
function textsOf(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isJsxText(node)) return [node.text.replace(/\s+/g, ' ')]
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression)
  if (ts.isTaggedTemplateExpression(node)) return textsOf(node.template)
  if (ts.isJsxExpression(node)) return node.expression === undefined ? [''] : textsOf(node.expression)
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)]
  if (ts.isJsxSelfClosingElement(node)) return ['']
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) return textsInside(node)
  if (ts.isTemplateExpression(node)) {
    return [node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')]
  }
  if (ts.isBinaryExpression(node)) {
    const isAnd = node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
    return [...(isAnd ? [''] : textsOf(node.left)), ...textsOf(node.right)]
  }
  return ['…']
}

const textsInside = ({ children }: ts.JsxElement | ts.JsxFragment): string[] =>
  children.reduce<string[]>(
    (before, child) => before.flatMap((text) => textsOf(child).map((more) => text + more)),
    [''],
  )

const isButton = (tag: string) => /(Button|^FormActions|^MenuItem)$/.test(tag)

/** Attributes of our components that become the words of a button. */
const isButtonLabel = (tag: string, name: string) =>
  /^(confirmLabel|cancelLabel|submitLabel)$/.test(name) ||
  (name === 'label' && (isButton(tag) || tag === 'ConfirmByLink'))

function buttonsOf(path: string) {
  const source = ts.createSourceFile(
    path,
    readFileSync(path, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  )
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node)) {
      const opening = ts.isJsxElement(node) ? node.openingElement : node
      const tag = opening.tagName.getText()
      if (ts.isJsxElement(node) && isButton(tag)) found.push(...textsInside(node))
      for (const attribute of opening.attributes.properties) {
        if (!ts.isJsxAttribute(attribute) || attribute.initializer === undefined) continue
        if (isButtonLabel(tag, attribute.name.getText())) found.push(...textsOf(attribute.initializer))
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found.map((words) => words.replace(/\s+/g, ' ').trim()).filter((words) => /[a-z]/i.test(words))
}

test('[evening.80] Words of buttons are in sentence case, but for those that the specification writes otherwise', () => {
  expect(
    ['Save changes', 'Link Discord', '… new', 'JOIN NOW'].filter((words) => !isSentenceCase(words)),
  ).toEqual([])
  expect(['Save Changes', 'save changes', 'SAVE', 'Link discord Now'].filter(isSentenceCase)).toEqual([])

  const words = new Set(modules.flatMap(buttonsOf))
  expect(words.size).toBeGreaterThan(200)
  expect([...words].filter((button) => !isSentenceCase(button))).toEqual([])
  // None of the exceptions is there for nothing.
  expect(specified.filter((button) => !words.has(button))).toEqual([])
})

const importsOf = (path: string) =>
  [...readFileSync(path, 'utf8').matchAll(/(?:from |import\()'(\.[^']+\.tsx?)'/g)]
    .map(([, name]) => join(dirname(path), name!))
    .filter((imported) => imported.startsWith(root) && existsSync(imported))

function reachableFrom(page: string) {
  const reached = new Set<string>([page])
  // A set visits what is added on the way.
  for (const path of reached) for (const imported of importsOf(path)) reached.add(imported)
  return reached
}

/** Colours of buttons that a module names. A question names none where it asks in red. */
function coloursOf(path: string) {
  const text = readFileSync(path, 'utf8')
  const named = [...text.matchAll(/\bvariant=(?:"(\w+)"|\{([^}]*)\})/g)].flatMap(([, word, expression]) =>
    word === undefined ? [...expression!.matchAll(/'(\w+)'/g)].map(([, quoted]) => quoted!) : [word],
  )
  const asks = [...text.matchAll(/<Confirm\b[^>]*/g)].some(([confirm]) => !confirm.includes('variant='))
  return asks ? [...named, 'red'] : named
}

test('[evening.81] A page has buttons of two colours at most', () => {
  const pages = modules.filter((path) => path.startsWith(join(root, 'pages/')))
  expect(pages.length).toBeGreaterThan(50)
  for (const page of pages) {
    const colours = new Set(['default'])
    for (const path of reachableFrom(page)) {
      if (!path.startsWith(join(root, 'ui/'))) for (const colour of coloursOf(path)) colours.add(colour)
    }
    expect([...colours].slice(2), page).toEqual([])
  }
})
