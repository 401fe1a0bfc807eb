// The directions of ARCHITECTURE.md. scripts/boundaries.test.mjs breaks each rule once and expects to be told.

// A feature's testing folder serves the tests of that feature.
const tests = '\\.test\\.tsx?$|/testing(\\.tsx?$|/)'
const serverRoots = '^src/server/[^/]+\\.ts$'

/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

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
      'The contract runs in the browser and on the server: zod/mini and itself, nothing else.',
      { path: '^src/contract/', pathNot: tests },
      { pathNot: ['^src/contract/', '(^|/)node_modules/zod/(v4/)?mini/'] },
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
    forbid(
      'features-are-islands',
      'A feature knows no other feature; pages and app compose them.',
      { path: '^src/(server|web)/features/([^/]+)/' },
      { path: '^src/$1/features/', pathNot: '^src/$1/features/$2/' },
    ),
    forbid(
      'server-composers',
      'Only the roots of the process, the command line, the demo and tests put features together.',
      { path: '^src/server/', pathNot: ['^src/server/(features|cli|demo|testing)/', serverRoots, tests] },
      { path: '^src/server/features/' },
    ),
    forbid(
      'context-without-features',
      'What handlers may reach is not made of handlers.',
      { path: '^src/server/(context|config|store)\\.ts$' },
      { path: '^src/server/(features/|app\\.ts)' },
    ),
    forbid(
      'features-below-app',
      'A feature is listed by app and never reaches for it.',
      { path: '^src/server/(features|gateways)/', pathNot: tests },
      { path: '^src/server/((app|site|main|store)\\.ts|cli/)' },
    ),
    forbid(
      'server-platform-below',
      'The platform serves any feature and knows none. (It may know the context, which knows none either.)',
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
      'Only pages and the root put features together.',
      { path: '^src/web/', pathNot: ['^src/web/(features|pages|testing)/', '^src/web/root\\.tsx$', tests] },
      { path: '^src/web/features/' },
    ),
    forbid(
      'web-primitives-below',
      'Primitives and platform know neither feature nor page.',
      { path: '^src/web/(ui|platform|frame)/', pathNot: tests },
      { path: '^src/web/(pages|features)/' },
    ),
    forbid(
      'features-below-pages',
      'Pages show features, never the reverse.',
      { path: '^src/web/features/' },
      { path: '^src/web/pages/' },
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
