import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Boundaries that are words and not imports. Tests and what serves them are free.
 * @type {{ rule: string, words: RegExp, in: RegExp, except: RegExp }[]}
 */
const rules = [
  {
    rule: 'process.env only in config',
    words: /\bprocess\.env\b/,
    in: /^src\//,
    except: /^src\/server\/config\.ts$/,
  },
  {
    rule: 'fetch only in gateways',
    words: /(?<![.\w])fetch\(/,
    in: /^src\/server\//,
    except: /^src\/server\/gateways\//,
  },
  {
    rule: 'connections to the outside only in gateways',
    words: /import (?!type)\{[^}]*\b(connect|createConnection|Socket)\b[^}]*\} from 'node:net'/,
    in: /^src\/server\//,
    // The connection that listens to PostgreSQL.
    except: /^src\/server\/(gateways\/|platform\/live-connection\.ts$)/,
  },
]

const free = /\.test\.tsx?$|^src\/(server|web)\/testing\//

/** @param {string} cwd @param {string} directory @returns {string[]} */
const sources = (cwd, directory) =>
  readdirSync(join(cwd, directory), { withFileTypes: true }).flatMap((entry) => {
    const path = `${directory}/${entry.name}`
    if (entry.isDirectory()) return sources(cwd, path)
    return /\.tsx?$/.test(entry.name) && !free.test(path) ? [path] : []
  })

/** @param {string} cwd @returns {{ rule: string, from: string }[]} */
export const checkSourceRules = (cwd) =>
  sources(cwd, 'src').flatMap((path) => {
    const text = readFileSync(join(cwd, path), 'utf8')
    return rules
      .filter(({ words, in: where, except }) => where.test(path) && !except.test(path) && words.test(text))
      .map(({ rule }) => ({ rule, from: path }))
  })
