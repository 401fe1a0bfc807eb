import type { TestProject } from 'vitest/node'
import { openTestServer, type TestServer } from './test-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestServer
  }
}

/** Runs once before the server tests: starts PostgreSQL, or uses TEST_DATABASE_URL. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const { stop, ...server } = await openTestServer(process.env.TEST_DATABASE_URL || undefined)
  project.provide('postgres', server)
  return stop
}
