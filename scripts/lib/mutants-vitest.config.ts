import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { messageMacros } from './message-macros.mjs'

/** What starts a site or a database, or plays for long, is too slow to be run for each mutant. */
const isHeavy =
  /simulat|fast-check|testing\/(?:test-app|mail-site|test-server|template-database|push-service)\.ts'|spawn\(|openTestServer/

const lightTests = ['src/contract', 'src/server']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => file.endsWith('.test.ts') && !isHeavy.test(readFileSync(file, 'utf8')))

/** The tests that `npm run mutants` runs: those that need nothing but Node. */
export default defineConfig({
  plugins: [messageMacros()],
  test: { environment: 'node', testTimeout: 120_000, include: lightTests },
})
