import type { Plugin } from 'vite'

const text = String.raw`(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\x60(?:[^\x60\\]|\\.)*\x60)`

/** What only the server reads of an endpoint, each on lines of its own; a text may begin on the next one. */
const ofServer = new RegExp(
  String.raw`^\s*(?:(?:summary|access|area|limit):\s*${text}|status: \d+|(?:confirm|viewerIndependent|refuseIdentityKeys): true|whileRestricted: (?:${text}|\{ cannot: ${text} \})),\n`,
  'gm',
)

/**
 * Leaves out of what browsers load what only the server reads of endpoints: their summaries, which are long, and who may call.
 * @throws at build time for a summary that it does not understand
 */
export const leanEndpoints = (): Plugin => ({
  name: 'lean-endpoints',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform(code, id) {
    if (!/-endpoints\.ts$/.test(id)) return null
    const lean = code.replaceAll(ofServer, '')
    if (/\bsummary:/.test(lean)) throw new Error(`${id} has a summary that is no single text`)
    return { code: lean, map: null }
  },
})
