import { inject } from 'vitest'
import { cloneTemplate, type TestDatabase } from './test-server.ts'

/** Creates a database for a test file on the server of the global setup. */
export const createTestDatabase = (): Promise<TestDatabase> => cloneTemplate(inject('postgres'))
