import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformAsync, types } from '@babel/core'
import linguiMacros from '@lingui/babel-plugin-lingui-macro'
import { makeConfig } from '@lingui/conf'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'

const translation = fileURLToPath(new URL('../../src/web/platform/translation.tsx', import.meta.url))

/** What the macros of components become: ours, which are English where nobody says another language. */
const linguiConfig = makeConfig(
  { runtimeConfigModule: { Trans: [translation, 'Trans'], useLingui: [translation, 'useLingui'] } },
  { skipValidation: true },
)

/** What is undefined would be written out. @param {unknown} value */
const withoutGaps = (value) => JSON.parse(JSON.stringify(value))

const wantsConstant =
  'A text is a constant with placeholders, and has no id of its own: translators see nothing else'

/** @param {any} node @param {any} file */
function refuseGlobal(node, file) {
  const isGlobal = node.specifiers.some(({ imported }) => imported?.name === 'i18n')
  if (node.source.value === '@lingui/core' && isGlobal)
    throw file.buildCodeFrameError(
      node,
      'Take t from useLingui(), or msg: a global t would be in the language of another request',
    )
}

/**
 * Parses the English of a text, so that neither server nor browser needs a parser to show it.
 * @param {any} node an object of Lingui's
 * @param {any} file
 * @returns {import('./message-macros.d.mts').SourceMessage}
 */
function compileText(node, file) {
  const said = Object.fromEntries(node.properties.map((part) => [part.key?.name, part]))
  if (!types.isStringLiteral(said.message?.value) || !types.isStringLiteral(said.id?.value))
    throw file.buildCodeFrameError(node, wantsConstant)
  const message = said.message.value.value
  said.message.value = types.valueToNode(withoutGaps(compileMessageOrThrow(message)))
  node.properties = node.properties.filter((part) => part !== said.context && part !== said.comment)
  return {
    id: said.id.value.value,
    message,
    context: said.context?.value.value,
    comment: said.comment?.value.value,
    line: node.loc?.start.line,
  }
}

/** Comes after Lingui, which replaces all macros as it enters a program. */
const compiled = () => ({
  visitor: {
    /** @param {any} program @param {any} state */
    Program(program, { file }) {
      const texts = []
      types.traverseFast(program.node, (node) => {
        if (node.type === 'ImportDeclaration') refuseGlobal(node, file)
        const isText = node.type === 'ObjectExpression' && node.leadingComments?.some(isMark)
        if (isText) texts.push(compileText(node, file))
      })
      file.metadata.texts = texts
      // Nothing else looks at the statements, and Babel would visit each once more.
      program.skipKey('body')
    },
  },
})

/** What Lingui writes before each text. @param {{ value: string }} comment */
const isMark = ({ value }) => value === 'i18n'

/**
 * The same for each file, so that Babel prepares them once. Also in a production build the macros leave English where it
 * is: it is read from there.
 * @type {import('@babel/core').PluginItem[]}
 */
const plugins = [[linguiMacros, { linguiConfig, stripMessageField: false, extract: true }], compiled]

const importsMacros = /['"]@lingui\/(?:core|react)\/macro['"]/

/**
 * Returns the source without macros, or null for a file that imports none.
 * @param {string} code
 * @param {string} file
 * @param {Parameters<typeof import('./message-macros.d.mts').withoutMacros>[2]} [options] found: gets each of its texts
 */
export async function withoutMacros(code, file, { found = () => {}, sourceMaps = false } = {}) {
  if (!importsMacros.test(code)) return null
  const done = await transformAsync(code, {
    filename: file,
    configFile: false,
    babelrc: false,
    // No source has one, and Babel would look for it in every comment.
    inputSourceMap: false,
    sourceMaps,
    parserOpts: { plugins: file.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
    plugins,
  })
  for (const text of done.metadata.texts) found(text)
  return { code: done.code, map: done.map }
}

/** What was replaced already: browser and server build the same sources, one after the other. */
const done = new Map()

/**
 * Replaces the macros of Lingui (`Trans`, `t`, `msg`, `plural`) in the builds of browser and server, in development and
 * in tests. Only files that import one go through Babel.
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
    const below = (id, seen) => {
      if (seen.has(id)) return seen
      seen.add(id)
      const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {}
      for (const one of [...importedIds, ...dynamicallyImportedIds]) below(one, seen)
      return seen
    }
    const modules = new Map()
    for (const id of this.getModuleIds())
      if (this.getModuleInfo(id).isEntry)
        modules.set(routeOf(id), below(id, modules.get(routeOf(id)) ?? new Set()))
    const texts = [...modules].map(([route, ids]) => [
      route,
      [...new Set([...ids].flatMap((id) => done.get(id)?.texts ?? []))].sort(),
    ])
    writeFileSync(join(dir, '../page-texts.json'), JSON.stringify(Object.fromEntries(texts.sort())))
  },
})
