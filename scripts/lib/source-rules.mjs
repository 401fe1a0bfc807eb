import { existsSync, readdirSync, readFileSync } from 'node:fs'
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
    except: /^src\/(server\/config|web\/vite\.config)\.ts$/,
  },
  {
    rule: 'the time of a page is the server’s (serverNow), never the device’s',
    words: /\bDate\.now\(|\bnew Date\(\)/,
    in: /^src\/web\//,
    except: /^src\/web\/(platform\/(live\/server-clock|forms\/stored-drafts|api)\.ts|root\.tsx)$/,
  },
  {
    rule: 'fetch only in gateways',
    words: /(?<![.\w])fetch\(/,
    in: /^src\/server\//,
    except: /^src\/server\/gateways\//,
  },
  {
    rule: 'classes say start and end, not left and right: a language may be read from right to left',
    words:
      /["'`\s:](-?)(?:[mp][lr]|border-[lr]|scroll-[mp][lr]|left|right)-(?:\d|\[|\(|px\b|auto\b|full\b)|["'`\s:](?:(?:text|float)-(?:left|right)|border-[lr])(?=["'`\s])|["'`\s:]rounded-[tb]?[lr]\b/,
    in: /^src\/web\//,
    except: /^$/,
  },
  {
    rule: 'connections to the outside only in gateways',
    words: /import (?!type)\{[^}]*\b(connect|createConnection|Socket)\b[^}]*\} from 'node:net'/,
    in: /^src\/server\//,
    // The connection that listens to PostgreSQL.
    except: /^src\/server\/(gateways\/|platform\/(live\/live-connection|database\/reachable-database)\.ts$)/,
  },
]

/**
 * What a test does not do itself, because it fails where the machine is slow: a helper waits until it can be done.
 * @type {typeof rules}
 */
const testRules = [
  {
    rule: 'web tests act by whenReady, or regardless (src/web/testing/actions.ts)',
    words: /\bfireEvent\b/,
    in: /^src\/web\//,
    except: /^src\/web\/testing\/actions\.ts$/,
  },
  {
    rule: 'journeys open pages by visit, revisit or load (tests/e2e/support/browser.ts)',
    words: /\.(goto|reload)\(/,
    in: /^tests\/(e2e|game|attack)\//,
    except: /^tests\/e2e\/support\/browser\.ts$/,
  },
  {
    rule: 'journeys wait for what they need, or by quiet, and for no time (tests/e2e/support/browser.ts)',
    words: /networkidle|\bwaitForTimeout\(/,
    in: /^tests\/(e2e|game|attack)\//,
    except: /^$/,
  },
]

/** The staff area is `admin` and its people are `staff`, in every name and sentence. */
const retiredWord = /desk(?!top|jet)/i
/** Holds what pages of 0.1.0 subscribe to. */
const formerNames = 'src/contract/staff-lists.ts'

const ownPath = 'scripts/lib/source-rules.mjs'

const free = /\.test\.tsx?$|^src\/(server|web)\/testing\//

/** @param {string} cwd @param {string} directory @returns {string[]} */
const sources = (cwd, directory) =>
  existsSync(join(cwd, directory))
    ? readdirSync(join(cwd, directory), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(tsx?|mjs)$/.test(name) && !name.includes('node_modules'))
        .map((name) => `${directory}/${name}`)
        .sort()
    : []

/** By these the platform knows who calls, and which players a game server knows (docs/decisions/0049-rooms.md). */
const callers = ['users', 'sessions', 'second_factors', 'restrictions', 'game_identities', 'game_servers']

/** @param {string} cwd @returns {typeof rules} */
const tableRules = (cwd) => {
  const plugs = sources(cwd, 'src/server/domains').filter((path) => path.endsWith('/domain.ts'))
  const tables = plugs.flatMap((path) =>
    [...readFileSync(join(cwd, path), 'utf8').matchAll(/^ {4}(\w+): (?:saved|excluded|filledBy)/gm)].map(
      ([, table]) => table,
    ),
  )
  // Both are views.
  const foreign = ['posts', 'comments', ...tables].filter((table) => !callers.includes(table))
  const named = `(FROM|JOIN|INTO|UPDATE) (${foreign.join('|')})\\b|\\w(From|Into|Table)\\('(${foreign.join('|')})'`
  const words = new RegExp(named)
  return [
    { rule: 'no table of a domain in the platform', words, in: /^src\/server\/platform\//, except: /^$/ },
  ]
}

/** @param {string} cwd @returns {{ rule: string, from: string }[]} */
export const checkSourceRules = (cwd) => {
  const held = [...rules, ...tableRules(cwd)]
  return ['src', 'scripts', 'tests'].flatMap((directory) =>
    sources(cwd, directory).flatMap((path) => {
      const text = readFileSync(join(cwd, path), 'utf8')
      const broken = held.filter(
        ({ words, in: where, except }) =>
          where.test(path) && !free.test(path) && !except.test(path) && words.test(text),
      )
      const hasty = testRules.filter(
        ({ words, in: where, except }) => where.test(path) && !except.test(path) && words.test(text),
      )
      const name =
        path === ownPath || path === formerNames ? undefined : retiredWord.exec(`${path}\n${text}`)?.[0]
      return [
        ...[...broken, ...hasty].map(({ rule }) => ({ rule, from: path })),
        ...(name === undefined ? [] : [{ rule: `retired name ${name}`, from: path }]),
      ]
    }),
  )
}
