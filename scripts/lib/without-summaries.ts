import type { Plugin } from 'vite'

/** `summary: '…',`, also where the text begins on the next line. */
const summary = /^\s*summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`),\n/gm

/**
 * Leaves the summaries of endpoints out of what browsers load: only the server's documents of the API say them.
 * @throws at build time for a summary that it does not understand
 */
export const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform(code, id) {
    if (!/-endpoints\.ts$/.test(id)) return null
    const lean = code.replaceAll(summary, '')
    if (/\bsummary:/.test(lean)) throw new Error(`${id} has a summary that is no single text`)
    return { code: lean, map: null }
  },
})
