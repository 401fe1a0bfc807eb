import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { readConfig } from '../../../src/server/config.ts'
import { openStore } from '../../../src/server/store.ts'
import { testLogger } from '../../../src/server/testing/collected-logs.ts'
import { temporaryDir } from './temporary-dir.ts'

/** Runs once before suites that start sites: makes a data directory whose database is migrated, for them to copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await temporaryDir()
  const config = readConfig({ DATA_DIR: dataDir }, fileURLToPath(new URL('../../../', import.meta.url)))
  const store = await openStore(config, testLogger('warn'), 'first guest')
  await store.migrate()
  await store.close()
  project.provide('migratedData', dataDir)
  return () => rm(dataDir, { recursive: true, force: true })
}
