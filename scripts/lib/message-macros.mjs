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

/**
 * Parses every English text, so that neither server nor browser needs a parser to show it.
 * @param {(message: import('./message-macros.d.mts').SourceMessage) => void} found
 */
const compiled = (found) => ({
  visitor: {
    Program: {
      /** @param {any} program */
      exit(program) {
        program.traverse({
          /** @param {any} path */
          ObjectExpression(path) {
            const { leadingComments, properties, loc } = path.node
            if (!leadingComments?.some(({ value }) => value === 'i18n')) return
            const said = Object.fromEntries(properties.map((part) => [part.key?.name, part]))
            if (!types.isStringLiteral(said.message?.value) || !types.isStringLiteral(said.id?.value))
              throw path.buildCodeFrameError(wantsConstant)
            const message = said.message.value.value
            found({
              id: said.id.value.value,
              message,
              context: said.context?.value.value,
              comment: said.comment?.value.value,
              line: loc?.start.line,
            })
            said.message.value = types.valueToNode(withoutGaps(compileMessageOrThrow(message)))
            path.node.properties = properties.filter((part) => part !== said.context && part !== said.comment)
          },
          /** @param {any} path */
          ImportDeclaration(path) {
            const isGlobal = path.node.specifiers.some(({ imported }) => imported?.name === 'i18n')
            if (path.node.source.value === '@lingui/core' && isGlobal)
              throw path.buildCodeFrameError(
                'Take t from useLingui(), or msg: a global t would be in the language of another request',
              )
          },
        })
      },
    },
  },
})

const importsMacros = /['"]@lingui\/(?:core|react)\/macro['"]/

/**
 * Returns the source without macros, or null for a file that imports none.
 * @param {string} code
 * @param {string} file
 * @param {{ found?: Parameters<typeof compiled>[0], sourceMaps?: boolean }} [options] found: gets each of its texts
 */
export async function withoutMacros(code, file, { found = () => {}, sourceMaps = false } = {}) {
  if (!importsMacros.test(code)) return null
  const done = await transformAsync(code, {
    filename: file,
    configFile: false,
    babelrc: false,
    sourceMaps,
    parserOpts: { plugins: file.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
    // Also in a production build the macros leave English where it is: it is read from there.
    plugins: [[linguiMacros, { linguiConfig, stripMessageField: false, extract: true }], compiled(found)],
  })
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
      const result = withoutMacros(code, id.split('?', 1)[0], {
        sourceMaps: command === 'serve' || Boolean(build.sourcemap),
      })
      done.set(id, { code, result })
      return result
    },
  },
})
