import { inject } from 'vitest'
import { cloneTemplate, type TestDatabase } from './test-server.ts'

/** A database of its own for a test file, on the server that the global setup holds open. */
export const createTestDatabase = (): Promise<TestDatabase> => cloneTemplate(inject('postgres'))
