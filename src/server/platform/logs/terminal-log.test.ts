import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'
import { terminalLog } from './terminal-log.ts'

test('in a terminal the log is sentences: what happened, and why; no JSON, and no command of a stranger', () => {
  const written: string[] = []
  const log = createLogger(
    'info',
    terminalLog((text) => void written.push(text)),
  )
  log.info('24 migrations applied')
  log.warn({ err: new Error('connection lost') }, 'The database is away')
  log.info({ method: 'POST', path: '/api/login\u001b[2J', status: 401, ms: 12 }, 'request')
  expect(written.map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''))).toEqual([
    '24 migrations applied\n',
    'warn: The database is away: connection lost\n',
    'POST /api/login [2J 401 (12 ms)\n',
  ])
})
