// The directions of ARCHITECTURE.md. scripts/boundaries.slow.test.mjs breaks each rule once and expects an error.

// A domain's testing folder serves the tests of that domain.
const tests = '\\.test\\.tsx?$|/testing(\\.tsx?$|/)'
const serverRoots = '^src/server/[^/]+\\.ts$'

/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** The domains and what each may import, the same on the server and on the web (ARCHITECTURE.md). */
const domains = {
  content: [],
  accounts: ['content'],
  notifications: ['accounts', 'content'],
  network: ['content'],
  news: ['network', 'notifications', 'content'],
  matches: ['accounts', 'network', 'notifications', 'content'],
  rankings: ['matches', 'accounts', 'network', 'notifications', 'content'],
  players: ['rankings', 'matches', 'accounts', 'network', 'notifications'],
  posts: ['accounts', 'notifications'],
  events: ['accounts', 'notifications', 'rankings'],
  reports: ['accounts', 'network', 'notifications'],
  applications: ['accounts', 'network', 'notifications'],
  moderation: ['posts', 'matches', 'rankings', 'accounts', 'network', 'notifications', 'content'],
  cups: ['events', 'moderation', 'rankings', 'matches', 'accounts', 'network', 'notifications', 'content'],
  doors: [
    'cups',
    'events',
    'moderation',
    'rankings',
    'matches',
    'players',
    'accounts',
    'network',
    'news',
    'content',
  ],
}

const domainRules = Object.entries(domains).map(([domain, allowed]) =>
  forbid(
    `domain-${domain}`,
    `The ${domain} domain imports ${allowed.length > 0 ? allowed.join(', ') : 'no other domain'}.`,
    { path: `^src/(server|web)/domains/${domain}/`, pathNot: tests },
    { path: '^src/$1/(domains|admin)/', pathNot: `^src/$1/domains/(${[domain, ...allowed].join('|')})/` },
  ),
)

module.exports = {
  forbidden: [
    forbid('no-cycles', 'Modules that need each other are one module.', {}, { circular: true }),
    forbid(
      'resolvable',
      'An import leads somewhere.',
      {},
      { couldNotResolve: true, pathNot: ['^virtual:', '/\\+types/'] },
    ),
    forbid(
      'contract-only-zod',
      'The contract runs in the browser and on the server: zod/mini, the macro of texts and itself, nothing else.',
      { path: '^src/contract/', pathNot: tests },
      {
        pathNot: [
          '^src/contract/',
          '(^|/)node_modules/zod/(v4/)?mini/',
          '(^|/)node_modules/@lingui/core/macro/',
        ],
      },
    ),
    forbid(
      'server-without-web',
      'The sides meet in the contract.',
      { path: '^src/server/' },
      { path: '^src/web/' },
    ),
    forbid(
      'web-without-server',
      'The sides meet in the contract.',
      { path: '^src/web/' },
      { path: '^src/server/' },
    ),
    ...domainRules,
    forbid(
      'server-composers',
      'Only the roots of the process, the admin area, the command line, the demo and tests compose domains.',
      {
        path: '^src/server/',
        pathNot: ['^src/server/(domains|admin|cli|demo|testing)/', serverRoots, tests],
      },
      { path: '^src/server/(domains|admin)/' },
    ),
    forbid(
      'context-below-domains',
      'The context holds what handlers use; it knows no handler.',
      { path: '^src/server/(context|config|store)\\.ts$' },
      { path: '^src/server/(domains/|admin/|app\\.ts)' },
    ),
    forbid(
      'domains-below-app',
      'App lists the domains; no domain imports app.',
      { path: '^src/server/(domains|admin|gateways)/', pathNot: tests },
      { path: '^src/server/((app|site|main|store)\\.ts|cli/)' },
    ),
    forbid(
      'server-platform-below',
      'The platform knows no domain. It may import the context.',
      { path: '^src/server/platform/', pathNot: tests },
      { path: '^src/server/(?!platform/|gateways/|(config|context)\\.ts)' },
    ),
    forbid(
      'gateways-below',
      'A gateway speaks to the outside, and to nothing above the platform.',
      { path: '^src/server/gateways/', pathNot: tests },
      { path: '^src/server/(?!gateways/|platform/|config\\.ts)' },
    ),
    forbid(
      'web-composers',
      'Only pages, the frame, the admin area and the root compose domains.',
      {
        path: '^src/web/',
        pathNot: ['^src/web/(domains|admin|frame|pages|testing)/', '^src/web/root\\.tsx$', tests],
      },
      { path: '^src/web/(domains|admin)/' },
    ),
    forbid(
      'web-primitives-below',
      'Primitives and platform know neither domain, frame nor page.',
      { path: '^src/web/(ui|platform)/', pathNot: tests },
      { path: '^src/web/(pages|domains|admin|frame)/' },
    ),
    forbid(
      'domains-below-pages',
      'Pages and the frame show domains; no domain imports either.',
      { path: '^src/web/(domains|admin)/', pathNot: '/testing/' },
      { path: '^src/web/(pages|frame)/' },
    ),
    forbid(
      'driver-in-queries',
      'SQL is in queries; everything else speaks in functions.',
      {
        path: '^src/',
        pathNot: ['(^|/)queries\\.ts$', '(^|/)queries/[^/]+\\.ts$', '^src/server/(platform|testing)/', tests],
      },
      { path: '(^|/)node_modules/(pg|pg-pool|kysely|@types/pg)/' },
    ),
    forbid(
      'outward-in-gateways',
      'Whatever leaves the machine leaves by a gateway, where tests put a fake.',
      { path: '^src/server/', pathNot: ['^src/server/(gateways|testing)/', tests] },
      {
        path: [
          '^(node:)?(dgram|tls|https|http2)$',
          '(^|/)node_modules/(nodemailer|@types/nodemailer|undici)/',
        ],
      },
    ),
    forbid('not-to-tests', 'Nothing needs a test.', { pathNot: tests }, { path: tests }),
    forbid(
      'testing-for-tests',
      'What serves tests is not shipped.',
      { path: '^src/', pathNot: ['^src/(server|web)/testing/', tests] },
      { path: '^src/(server|web)/testing/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Types count: a type from the other side is a dependency as well.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
}
