import { requireNode } from './lib/node-version.mjs'
import { prepare } from './lib/prepare.mjs'

// `npm run mutants` changes rules of the program in many small ways, one at a time, and names each change that no light
// test notices (StrykerJS). `npm run mutants src/contract/accounts/ranks.ts` does so for some files.
requireNode()
await prepare({ tools: true, built: false })
const { Stryker } = await import('@stryker-mutator/core')

/** Rules that light tests hold: who may, what counts, how ratings move. */
const rules = [
  'src/contract/accounts/ranks.ts',
  'src/contract/applications/applications.ts',
  'src/contract/content/{inline-text,page-path,public-paths}.ts',
  'src/contract/events/events.ts',
  'src/contract/matches/{punishments,rulings}.ts',
  'src/contract/moderation/{appeals,moderation}.ts',
  'src/contract/players/follows.ts',
  'src/contract/posts/{comments,posts}.ts',
  'src/contract/rankings/stats.ts',
  'src/contract/text.ts',
  'src/server/domains/network/status/decide.ts',
  'src/server/domains/rankings/ratings/{glicko2,rating-state,replay,seasons,sides}.ts',
  'src/server/platform/{bounded-map,concurrency-limiter,limit-key}.ts',
]

const wanted = process.argv.slice(2)
const results = await new Stryker({
  mutate: wanted.length > 0 ? wanted : rules,
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/lib/mutants-vitest.config.ts' },
  coverageAnalysis: 'perTest',
  // What runs as a module is loaded has no test of its own: each of these mutants would run all of them.
  ignoreStatic: true,
  // Texts are not rules.
  mutator: { excludedMutations: ['StringLiteral'] },
  concurrency: 1,
  reporters: ['clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  tempDirName: '.cache/mutants',
  ignorePatterns: ['build', 'data', 'media', 'tests'],
  allowEmpty: true,
  logLevel: 'warn',
}).runMutationTest()

const lived = results.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
console.log(`${results.length} mutants, ${lived.length} lived`)
