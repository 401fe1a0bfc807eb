import { defineConfig } from 'vitest/config'

const platformUnits = ['src/contract/**/*.test.ts', 'scripts/**/*.test.mjs', 'integrations/**/*.test.ts']

/** `unit` needs nothing, `server` a PostgreSQL, `web` a simulated browser, `attack` the built site, `e2e` also Chromium. */
export default defineConfig({
  test: {
    // Tests wait for databases, browsers and clocks: two at a time leave two processors idle for a quarter of the time,
    // journeys in a browser for more.
    maxWorkers: 3,
    projects: [
      { test: { name: 'unit', environment: 'node', include: platformUnits } },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['src/server/**/*.test.ts'],
          globalSetup: ['src/server/testing/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        oxc: { jsx: { runtime: 'automatic' } },
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['src/web/**/*.test.{ts,tsx}'],
          setupFiles: ['src/web/testing/setup.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'attack',
          environment: 'node',
          include: ['attack/**/*.test.ts'],
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['e2e/**/*.test.ts'],
          setupFiles: ['e2e/support/noting.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
