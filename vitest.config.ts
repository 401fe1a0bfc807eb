import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { messageMacros } from './scripts/lib/message-macros.mjs'

/** A test waits for what it expects, however slow the machine is today; only a mistake uses these up. */
const patient = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } }

/** The same where sites and browsers start: each step of a test may wait as long as a slow machine needs for one. */
const patientJourneys = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 180_000 } } }

/** Texts are macros in every source. */
const plugins = [messageMacros()]

/**
 * Tests that take long (plans on many rows, command line, backups, database servers) are called `*.slow.test.*`. The
 * complete run has them in the project `server`: a project of their own would import the site once more per worker.
 */
const serverTests = ['full', 'sample'].includes(process.env.TEST_SIZE ?? '') ? '*' : '!(*.slow)'

const web = {
  ...patient,
  environment: 'jsdom',
  setupFiles: ['src/web/testing/setup.ts'],
}

/** Tests with modules of their own: a replaced one, or date formats of another time zone. */
const isolatedTests = readdirSync('src/web', { recursive: true, encoding: 'utf8' })
  .map((file) => join('src/web', file))
  .filter((file) => /\.test\.tsx?$/.test(file))
  .filter((file) => /vi\.(?:mock|resetModules)\(|\bTZ\b/.test(readFileSync(file, 'utf8')))

/**
 * `unit` needs nothing, `server` a PostgreSQL, `web` a simulated browser (`web-isolated`: one for each file), `attack`
 * the built site, `e2e` also Chromium, `game` also its own packages. `programs` (those of integrations/ and scripts/,
 * started as processes) is left to `npm run test:all`.
 */
export default defineConfig(({ mode }) => ({
  test: {
    // Tests wait for databases, browsers and clocks: two at a time leave two processors idle for a quarter of the time,
    // journeys in a browser for more.
    maxWorkers: 3,
    projects: [
      {
        plugins,
        test: {
          ...patient,
          name: 'unit',
          environment: 'node',
          include: ['src/contract/**/*.test.ts', 'scripts/**/!(*.slow).test.mjs', 'media/**/*.test.mjs'],
          isolate: false,
        },
      },
      {
        plugins,
        test: {
          ...patient,
          name: 'programs',
          environment: 'node',
          include: ['integrations/**/*.test.ts', 'scripts/**/*.slow.test.mjs'],
          isolate: false,
        },
      },
      {
        plugins,
        test: {
          ...patient,
          name: 'server',
          environment: 'node',
          include: [`{src/server,tests/site}/**/${serverTests}.test.ts`],
          globalSetup: ['src/server/testing/global-setup.ts'],
          setupFiles: ['src/server/testing/observed-rows.ts'],
          // The files of a worker share its modules: importing the site for each costs a quarter of the run. Each has
          // an app and a database of its own.
          isolate: false,
        },
      },
      {
        plugins,
        oxc: { jsx: { runtime: 'automatic' } },
        test: {
          ...web,
          name: 'web',
          include: ['src/web/**/*.test.{ts,tsx}'],
          exclude: isolatedTests,
          // The files of a worker also share its window, which src/web/testing/setup.ts clears after each.
          isolate: false,
        },
      },
      {
        plugins,
        oxc: { jsx: { runtime: 'automatic' } },
        test: { ...web, name: 'web-isolated', include: isolatedTests },
      },
      {
        plugins,
        mode,
        test: {
          ...patientJourneys,
          name: 'attack',
          environment: 'node',
          include: ['tests/attack/**/*.test.ts'],
          globalSetup: ['tests/e2e/support/migrated-data.ts'],
          // In the long form no lane disturbs what another measures; in the short one, one of the two mostly waits.
          fileParallelism: mode !== 'long',
        },
      },
      {
        plugins,
        test: {
          ...patient,
          name: 'faults',
          environment: 'node',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['tests/e2e/support/migrated-data.ts'],
          testTimeout: 3_600_000,
        },
      },
      {
        plugins,
        test: {
          ...patientJourneys,
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          // The files of a worker share its modules, and so a site and a browser (tests/e2e/support/shared.ts).
          isolate: false,
          globalSetup: ['tests/e2e/support/migrated-data.ts', 'tests/e2e/support/shared-sites.ts'],
          setupFiles: ['tests/e2e/support/noting.ts'],
        },
      },
      {
        plugins,
        test: {
          ...patientJourneys,
          name: 'game',
          environment: 'node',
          include: ['tests/game/*.test.ts'],
          globalSetup: ['tests/e2e/support/migrated-data.ts'],
          setupFiles: ['tests/e2e/support/noting.ts'],
        },
      },
      {
        plugins,
        test: {
          ...patientJourneys,
          name: 'pocketmine',
          environment: 'node',
          include: ['tests/game/pocketmine/*.test.ts'],
          globalSetup: ['tests/e2e/support/migrated-data.ts'],
        },
      },
    ],
  },
}))
