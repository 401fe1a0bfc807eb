import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import MagicString from 'magic-string'
import { parseSync } from 'vite'

/** Ours, which are English where nobody says another language. */
const translation = fileURLToPath(new URL('../../src/web/platform/translation.tsx', import.meta.url))

const packages = ['@lingui/core/macro', '@lingui/react/macro']
const importsMacros = /['"]@lingui\/(?:core|react)\/macro['"]/

const wantsConstant =
  'A text is a constant with placeholders, and has no id of its own: translators see nothing else'
const wantsReader = 'Take t from useLingui(), or msg: a global t would be in the language of another request'

/** Macros that are a part of a text, and what they are in it. */
const choices = {
  plural: 'plural',
  select: 'select',
  selectOrdinal: 'selectordinal',
  Plural: 'plural',
  Select: 'select',
  SelectOrdinal: 'selectordinal',
}

const macros = ['Trans', 'msg', 't', 'useLingui']

/** Attributes of a choice that are cases of it. */
const isCase = (name) => /^(?:_\w+|zero|one|two|few|many|other|value|offset)$/.test(name)

const entities = { amp: '&', apos: "'", gt: '>', lt: '<', nbsp: '\u00a0', quot: '"' }

/** @param {string} text of JSX */
const withoutEntities = (text) =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? whole
    return String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10))
  })

/** As JSX shows it: lines are trimmed and joined by spaces. @param {string} text */
const shownText = (text) => {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.replaceAll('\t', ' '))
  return lines
    .map((line, index) => {
      const begun = index === 0 ? line : line.replace(/^ +/, '')
      return index === lines.length - 1 ? begun : begun.replace(/ +$/, '')
    })
    .filter((line) => line !== '')
    .join(' ')
}

/** Names that a pattern declares. @param {any} pattern @returns {string[]} */
const namesIn = (pattern) => {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name]
    case 'ObjectPattern':
      return pattern.properties.flatMap((one) => namesIn(one.type === 'RestElement' ? one : one.value))
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesIn)
    case 'AssignmentPattern':
      return namesIn(pattern.left)
    case 'RestElement':
      return namesIn(pattern.argument)
    case 'TSParameterProperty':
      return namesIn(pattern.parameter)
    default:
      return []
  }
}

const isNode = (value) => typeof value?.type === 'string'
const childrenOf = (node) =>
  Object.entries(node).flatMap(([key, value]) => {
    // Types hold no texts.
    if (/^(?:typeAnnotation|typeArguments|typeParameters|returnType)$/.test(key)) return []
    return Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []
  })

/** Replaces the macros of one file. */
class MacroFile {
  /** @param {string} code @param {string} file @param {(text: import('./message-macros.d.mts').SourceMessage) => void} found */
  constructor(code, file, found) {
    Object.assign(this, { code, file, found, edits: [], scopes: [], usesTrans: false, usesLingui: false })
    const { program, errors } = parseSync(file, code, { preserveParens: false })
    const [error] = errors
    if (error) throw new Error(`${file}: ${error.message}\n${error.codeframe ?? ''}`)
    this.program = program
  }

  /** @param {any} node @returns {never} */
  refuse(node, reason) {
    throw new Error(`${this.file}:${this.lineOf(node)}: ${reason}`)
  }

  lineOf(node) {
    return this.code.slice(0, node.start).split('\n').length
  }

  /** All edits of the file, in order. */
  run() {
    const imports = this.program.body.filter((node) => node.type === 'ImportDeclaration')
    for (const node of imports) this.refuseUnknown(node)
    this.visit(this.program)
    const replaced = imports.filter((node) => packages.includes(node.source.value))
    const names = [
      ...(this.usesTrans ? ['Trans as _Trans'] : []),
      ...(this.usesLingui ? ['useLingui as _useLingui'] : []),
    ]
    for (const [index, node] of replaced.entries()) {
      const isLast = index === replaced.length - 1
      const text = `import { ${names.join(', ')} } from ${JSON.stringify(translation)}`
      this.edits.push({ start: node.start, end: node.end, text: isLast && names.length > 0 ? text : '' })
    }
    return this.edits
  }

  refuseUnknown({ source, specifiers, ...node }) {
    const names = specifiers.map(({ imported }) => imported?.name)
    if (source.value === '@lingui/core' && names.includes('i18n')) this.refuse(node, wantsReader)
    if (!packages.includes(source.value)) return
    const unknown = names.find((name) => !macros.includes(name) && !(name in choices))
    if (unknown !== undefined) this.refuse(node, `${unknown} is no macro that this program knows`)
  }

  /** What a name means here: the name of a macro, `reader` for the `t` of useLingui(), else undefined. */
  meaning(name) {
    return this.scopes.findLast((scope) => scope.has(name))?.get(name)
  }

  macroOf(node) {
    const isName = node?.type === 'Identifier' || node?.type === 'JSXIdentifier'
    return isName ? this.meaning(node.name) : undefined
  }

  /** Names that a node declares for what is below it. @param {any} node */
  declared(node) {
    const names = new Map()
    const add = (pattern, init) => {
      for (const name of namesIn(pattern)) names.set(name, undefined)
      if (pattern?.type !== 'ObjectPattern' || init?.type !== 'CallExpression') return
      if (this.macroOf(init.callee) !== 'useLingui') return
      const reader = this.readerIn(pattern)
      if (reader) names.set(reader.value.name, 'reader')
    }
    const declare = (statement) => {
      const one = statement?.declaration ?? statement
      if (one?.type === 'VariableDeclaration') for (const { id, init } of one.declarations) add(id, init)
      else if (one?.id && /^(?:Function|Class)Declaration$/.test(one.type)) add(one.id)
      if (statement?.type === 'ImportDeclaration')
        for (const { local, imported } of statement.specifiers)
          names.set(local.name, packages.includes(statement.source.value) ? imported?.name : undefined)
    }
    if (node.type === 'Program' || node.type === 'BlockStatement') node.body.forEach(declare)
    if (node.params) for (const param of node.params.items ?? node.params) add(param)
    if (node.type === 'SwitchCase') node.consequent.forEach(declare)
    if (node.type === 'CatchClause') add(node.param)
    declare(node.init)
    declare(node.left)
    return names
  }

  /** `t` in `{ t } = useLingui()`. */
  readerIn(pattern) {
    return pattern.properties.find(
      ({ key, value }) => key?.type === 'Identifier' && key.name === 't' && value.type === 'Identifier',
    )
  }

  visit(node) {
    if (this.replace(node)) return
    const names = this.declared(node)
    if (names.size > 0) this.scopes.push(names)
    for (const child of childrenOf(node)) this.visit(child)
    if (names.size > 0) this.scopes.pop()
  }

  /** The source of a node, its macros replaced. */
  source(node) {
    return this.sliceOf(node.start, node.end, () => this.visit(node))
  }

  /** A part of the source with the edits that a visit makes in it. */
  sliceOf(start, end, visit) {
    const outer = this.edits
    this.edits = []
    visit()
    let text = ''
    let at = start
    for (const edit of this.edits.sort((a, b) => a.start - b.start)) {
      text += this.code.slice(at, edit.start) + edit.text
      at = edit.end
    }
    this.edits = outer
    return text + this.code.slice(at, end)
  }

  /** Whether a node was a macro. */
  replace(node) {
    if (node.type === 'ImportDeclaration') return true
    const text = this.replacement(node)
    if (text === undefined) return false
    this.edits.push({ start: node.start, end: node.end, text })
    return true
  }

  replacement(node) {
    if (node.type === 'JSXElement') {
      const macro = this.macroOf(node.openingElement.name)
      return macro === 'Trans' || macro in choices ? this.element(node, macro) : undefined
    }
    if (node.type === 'TaggedTemplateExpression') {
      const macro = this.macroOf(node.tag)
      if (macro === 't') this.refuse(node, wantsReader)
      if (macro === 'msg') return `(${this.descriptor(node, this.templateTokens(node.quasi, counters()))})`
      if (macro !== 'reader') return undefined
      return `${node.tag.name}(${this.descriptor(node, this.templateTokens(node.quasi, counters()))})`
    }
    if (node.type === 'VariableDeclarator' && this.macroOf(node.init?.callee) === 'useLingui') {
      if (node.id.type !== 'ObjectPattern') this.refuse(node, 'Take t out of useLingui() where you call it')
      const reader = this.readerIn(node.id)
      if (reader) this.edits.push({ start: reader.start, end: reader.end, text: `_: ${reader.value.name}` })
    }
    return node.type === 'CallExpression' ? this.call(node) : undefined
  }

  call(node) {
    const macro = this.macroOf(node.callee)
    const [first] = node.arguments
    if (macro === 'useLingui') {
      this.usesLingui = true
      return '_useLingui()'
    }
    if (macro === 't' || macro in choices) this.refuse(node, wantsReader)
    if (macro === 'msg') return `(${this.called(first)})`
    if (macro === 'reader' && first?.type === 'ObjectExpression')
      return `${node.callee.name}(${this.called(first)})`
    return undefined
  }

  /** `{ message, context, comment }`. */
  called(object) {
    const said = Object.fromEntries(object.properties.map((one) => [one.key?.name, one.value]))
    const { message, context, comment } = said
    if (said.id || !message) this.refuse(object, wantsConstant)
    const counts = counters()
    const tokens =
      message.type === 'TemplateLiteral'
        ? this.templateTokens(message, counts)
        : (this.choiceCall(message, counts) ?? [{ text: this.constant(message) }])
    return this.descriptor(object, tokens, {
      context: context && this.constant(context),
      comment: comment && this.constant(comment),
    })
  }

  constant(node) {
    if (node?.type === 'JSXExpressionContainer') return this.constant(node.expression)
    if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
    if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0].value.cooked
    return this.refuse(node, wantsConstant)
  }

  templateTokens({ quasis, expressions }, counts) {
    return quasis.flatMap(({ value: { cooked } }, index) => [
      ...(cooked === '' ? [] : [{ text: cooked }]),
      ...(expressions[index] ? this.valueTokens(expressions[index], counts) : []),
    ])
  }

  valueTokens(node, counts) {
    return this.choiceCall(node, counts) ?? [this.value(node, counts)]
  }

  /** A placeholder: a name, `{ name: value }`, or any expression by a number. */
  value(node, counts) {
    if (node.type === 'TSAsExpression') return this.value(node.expression, counts)
    if (node.type !== 'ObjectExpression')
      return {
        name: node.type === 'Identifier' ? node.name : String(counts.value++),
        value: this.source(node),
      }
    const [property] = node.properties
    if (node.properties.length !== 1 || property.key?.type !== 'Identifier') this.refuse(node, wantsConstant)
    return { name: property.key.name, value: this.source(property.value) }
  }

  /** `plural(n, { one, other })` in a text. */
  choiceCall(node, counts) {
    if (node.type !== 'CallExpression') return undefined
    const format = choices[this.macroOf(node.callee)]
    if (format === undefined) return undefined
    const [subject, cases] = node.arguments
    const token = { ...this.value(subject, counts), format, cases: [] }
    for (const { key, value } of cases.properties) {
      const name = typeof key?.value === 'number' ? `=${key.value}` : (key?.name ?? key?.value)
      if (name === undefined) this.refuse(node, wantsConstant)
      token.cases.push([name, this.caseTokens(value, counts)])
    }
    return [token]
  }

  caseTokens(node, counts) {
    if (node.type === 'TemplateLiteral') return this.templateTokens(node, counts)
    if (node.type === 'Literal') return [{ text: String(node.value) }]
    return this.valueTokens(node, counts)
  }

  /** `<Trans>`, `<Plural>` and their kin. */
  element(node, macro) {
    const counts = counters()
    const isChoice = macro !== 'Trans'
    const own = (name) => /^(?:id|message|comment|context)$/.test(name) || (isChoice && isCase(name))
    const { attributes } = node.openingElement
    const given = (name) => attributes.find((one) => one.name?.name === name)?.value
    if (attributes.some(({ type }) => type === 'JSXSpreadAttribute') || given('id') || given('message'))
      this.refuse(node, wantsConstant)
    const tokens = isChoice ? [this.choiceElement(node, macro, counts)] : this.childTokens(node, counts)
    const [context, comment] = [given('context'), given('comment')]
    const descriptor = this.descriptor(node, tokens, {
      context: context && this.constant(context),
      comment: comment && this.constant(comment),
    })
    const others = attributes.filter(({ name }) => !own(name.name)).map((one) => ` ${this.source(one)}`)
    this.usesTrans = true
    return `<_Trans${others.join('')} {...${descriptor}} />`
  }

  childTokens({ children }, counts) {
    return children.flatMap((child) => this.jsxTokens(child, counts))
  }

  jsxTokens(node, counts) {
    if (node.type === 'JSXText') {
      const text = withoutEntities(shownText(node.raw ?? node.value))
      return text === '' ? [] : [{ text }]
    }
    if (node.type === 'JSXExpressionContainer') {
      const { expression } = node
      if (expression.type === 'JSXEmptyExpression') return []
      if (expression.type === 'Literal' && typeof expression.value === 'string')
        return [{ text: expression.value }]
      if (expression.type === 'TemplateLiteral') return this.templateTokens(expression, counts)
      if (expression.type === 'JSXElement') return this.jsxTokens(expression, counts)
      return [this.value(expression, counts)]
    }
    if (node.type !== 'JSXElement') return this.refuse(node, wantsConstant)
    const macro = this.macroOf(node.openingElement.name)
    if (macro === 'Trans') return this.childTokens(node, counts)
    if (macro in choices) return [this.choiceElement(node, macro, counts)]
    const element = counts.element++
    return [{ element, source: this.emptied(node), children: this.childTokens(node, counts) }]
  }

  /** An element without its children, which a translation puts in again. */
  emptied({ openingElement }) {
    const visit = () => {
      for (const one of openingElement.attributes) this.visit(one)
    }
    const { start, end } = openingElement
    if (openingElement.selfClosing) return this.sliceOf(start, end, visit)
    return `${this.sliceOf(start, end - 1, visit).trimEnd()} />`
  }

  choiceElement({ openingElement }, macro, counts) {
    const token = { format: choices[macro], cases: [] }
    for (const { name: key, value } of openingElement.attributes) {
      const name = key.name
      if (!isCase(name)) continue
      if (name === 'value')
        Object.assign(
          token,
          this.value(value.type === 'JSXExpressionContainer' ? value.expression : value, counts),
        )
      else token.cases.push([caseName(name), this.attributeTokens(value, counts)])
    }
    return token
  }

  attributeTokens(value, counts) {
    if (value.type === 'Literal') return [{ text: value.raw.slice(1, -1) }]
    return this.jsxTokens(value, counts)
  }

  /** The object that a text is in the program. */
  descriptor(node, tokens, { context, comment } = {}) {
    const values = new Map()
    const components = new Map()
    const message = messageOf(tokens, values, components)
    if (message === '') this.refuse(node, wantsConstant)
    const id = generateMessageId(message, context)
    this.found({ id, message, context, comment, line: this.lineOf(node) })
    const object = (map) => `{ ${[...map].map(([key, value]) => `${key}: ${value}`).join(', ')} }`
    // The English is parsed here, so that neither server nor browser needs a parser to show it.
    const parts = [`id: ${JSON.stringify(id)}`, `message: ${JSON.stringify(compileMessageOrThrow(message))}`]
    if (values.size > 0) parts.push(`values: ${object(values)}`)
    if (components.size > 0) parts.push(`components: ${object(components)}`)
    return `{ ${parts.join(', ')} }`
  }
}

/** Numbers of what has no name in a text. */
const counters = () => ({ value: 0, element: 0 })

/** `_1` is `=1`. @param {string} name */
const caseName = (name) => name.replace(/^_(\d+)$/, '=$1').replace(/^_(\w+)$/, '$1')

/** The text as translators see it (ICU); values and elements in it are added to the maps. */
const messageOf = (tokens, values, components) =>
  tokens
    .map(({ text, name, value, format, cases, element, source, children }) => {
      if (text !== undefined) return text
      if (element !== undefined) {
        components.set(element, source)
        const inner = messageOf(children, values, components)
        return children.length > 0 ? `<${element}>${inner}</${element}>` : `<${element}/>`
      }
      if (value !== undefined) values.set(name, value)
      if (format === undefined) return `{${name}}`
      const parts = cases.map(([key, part]) => {
        const inner = messageOf(part, values, components)
        return key === 'offset' && format !== 'select' ? `offset:${inner}` : `${key} {${inner}}`
      })
      return `{${name}, ${format}, ${parts.join(' ')}}`
    })
    .join('')

/**
 * Returns the source without macros, or null for a file that imports none. It stays TypeScript with JSX, line by line,
 * for whatever reads it next.
 * @param {string} code
 * @param {string} file
 * @param {Parameters<typeof import('./message-macros.d.mts').withoutMacros>[2]} [options] found: gets each of its texts
 */
export async function withoutMacros(code, file, { found = () => {}, sourceMaps = false } = {}) {
  if (!importsMacros.test(code)) return null
  const changed = new MagicString(code)
  for (const { start, end, text } of new MacroFile(code, file, found).run()) changed.update(start, end, text)
  const map = sourceMaps
    ? changed.generateMap({ source: file, includeContent: true, hires: 'boundary' })
    : null
  return { code: changed.toString(), map }
}

/** What was replaced already: browser and server build the same sources, one after the other. */
const done = new Map()

/**
 * Replaces the macros of Lingui (`Trans`, `t`, `msg`, `plural`) in the builds of browser and server, in development and
 * in tests. Only files that import one are read, by the parser that the
 * bundler has.
 * @returns {import('vite').Plugin}
 */
export const messageMacros = () => ({
  name: 'message-macros',
  enforce: 'pre',
  transform: {
    filter: { id: /\.tsx?(?:$|\?)/, code: importsMacros },
    async handler(code, id) {
      const before = done.get(id)
      if (before?.code === code) return before.result
      const { command, build } = this.environment.config
      const texts = []
      const result = withoutMacros(code, id.split('?', 1)[0], {
        found: (text) => texts.push(text.id),
        sourceMaps: command === 'serve' || Boolean(build.sourcemap),
      })
      done.set(id, { code, result, texts })
      return result
    },
  },
})

/** @param {string} id of a module; that of its route, as React Router calls it */
const routeOf = (id) =>
  id
    .split('?', 1)[0]
    .replace(/^.*\/src\/web\//, '')
    .replace(/\.tsx?$/, '')

/**
 * Writes the ids of the texts that each route can say, with all that it loads at once or later, into
 * `build/web/page-texts.json`: by route, and by `entry.client` those of every page. A browser is sent those of its page.
 * @returns {import('vite').Plugin}
 */
export const pageTexts = () => ({
  name: 'page-texts',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  writeBundle({ dir }) {
    // Once for each module: the bundler makes all that it knows of one anew for whoever asks.
    const known = new Map(
      [...this.getModuleIds()].map((id) => {
        const { isEntry, importedIds, dynamicallyImportedIds } = this.getModuleInfo(id)
        return [id, { isEntry, imported: [...importedIds, ...dynamicallyImportedIds] }]
      }),
    )
    const below = (id, seen) => {
      if (seen.has(id)) return seen
      seen.add(id)
      for (const one of known.get(id)?.imported ?? []) below(one, seen)
      return seen
    }
    const modules = new Map()
    for (const [id, { isEntry }] of known)
      if (isEntry) modules.set(routeOf(id), below(id, modules.get(routeOf(id)) ?? new Set()))
    const texts = [...modules].map(([route, ids]) => [
      route,
      [...new Set([...ids].flatMap((id) => done.get(id)?.texts ?? []))].sort(),
    ])
    writeFileSync(join(dir, '../page-texts.json'), JSON.stringify(Object.fromEntries(texts.sort())))
  },
})
