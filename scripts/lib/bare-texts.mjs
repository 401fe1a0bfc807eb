import { parseSync, traverse, types } from '@babel/core'

/** Inside them everything is a text already, or none. */
const elements = ['Trans', 'Plural', 'Select', 'SelectOrdinal', 'code', 'kbd', 'style', 'script']

const attributes =
  /^(?:aria-(?:label|description|roledescription|valuetext|placeholder)|alt|title|label|placeholder|description|hint|heading|summary|legend|caption|note|intro|empty|failed|loading|tooltip|question|head|confirmLabel|submitLabel|enterDoes)$/

/** Calls whose strings people read, with the fields that they are in: none for the strings themselves. */
const calls = new Map([
  ['toast', ['title', 'description']],
  ['pageMeta', ['title', 'description']],
  ['errorMessage', []],
  ['toastFailure', []],
  ...['conflict', 'forbidden', 'notFound', 'badRequest', 'tooManyRequests', 'overloaded', 'unauthorized'].map(
    (name) => /** @type {[string, string[]]} */ ([name, []]),
  ),
])

/** Names that are the same in every language. */
const names =
  /^(?:Discord|YouTube|Twitch|Markdown|Minecraft|Bedrock|lazy|https?:\/\/|Markdown: \{\}\/\{\}|[\w.-]+\.(?:csv|json|txt))$/

/** @param {string} text */
const isText = (text) => /\p{Ll}{2}/u.test(text) && !names.test(text.trim())

/**
 * Texts that no translator sees, because no macro holds them: in JSX, in attributes that are read, in toasts and errors.
 * @param {string} code
 * @param {string} file
 * @returns {{ line: number, text: string }[]}
 */
export function bareTexts(code, file) {
  /** @type {{ line: number, text: string }[]} */
  const found = []
  const ast = parseSync(code, {
    filename: file,
    configFile: false,
    babelrc: false,
    parserOpts: { plugins: file.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
  })
  /** @param {any} node what is said; a choice says either */
  const say = (node) => {
    if (types.isConditionalExpression(node)) [node.consequent, node.alternate].forEach(say)
    else if (types.isLogicalExpression(node)) [node.left, node.right].forEach(say)
    else if (types.isJSXExpressionContainer(node)) say(node.expression)
    else if (types.isStringLiteral(node)) note(node, node.value)
    else if (types.isTemplateLiteral(node)) note(node, node.quasis.map(({ value }) => value.raw).join('{}'))
  }
  /** @param {any} node @param {string} text */
  const note = (node, text) => {
    if (!isText(text)) return
    const before = text.slice(0, text.length - text.trimStart().length).split('\n').length - 1
    found.push({ line: node.loc.start.line + before, text: text.trim().replace(/\s+/g, ' ') })
  }
  traverse(ast, {
    JSXElement(path) {
      const { name } = path.node.openingElement
      if (types.isJSXIdentifier(name) && elements.includes(name.name)) path.skip()
    },
    JSXText(path) {
      note(path.node, path.node.value)
    },
    JSXExpressionContainer({ node, parent }) {
      if (!types.isJSXAttribute(parent)) say(node)
    },
    JSXAttribute({ node }) {
      if (types.isJSXIdentifier(node.name) && attributes.test(node.name.name)) say(node.value)
    },
    CallExpression({ node: { callee, arguments: given } }) {
      const fields = types.isIdentifier(callee) ? calls.get(callee.name) : undefined
      if (fields === undefined) return
      for (const argument of given)
        if (fields.length === 0) say(argument)
        else if (types.isObjectExpression(argument))
          for (const part of argument.properties)
            if (
              types.isObjectProperty(part) &&
              types.isIdentifier(part.key) &&
              fields.includes(part.key.name)
            )
              say(part.value)
    },
  })
  return found
}
