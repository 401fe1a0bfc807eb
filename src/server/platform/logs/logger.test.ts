import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

test('A lost database connection is logged with its reason, without the statements that waited on it', () => {
  const lines: string[] = []
  const log = createLogger('warn', { write: (line) => lines.push(line) })
  const err = Object.assign(new Error('terminating connection due to administrator command'), {
    code: '57P01',
    client: { _queryQueue: [{ text: 'INSERT INTO sessions', values: ['kept-private'] }] },
  })
  log.warn({ err }, 'A database connection was lost')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '').err).toMatchObject({ code: '57P01', message: err.message })
  expect(lines[0]).not.toContain('kept-private')
})

test('A refused mail is logged without the addresses that its error carries', () => {
  const lines: string[] = []
  const log = createLogger('warn', { write: (line) => lines.push(line) })
  const err = Object.assign(new Error('all recipients were rejected: 451 greylisted'), {
    code: 'EENVELOPE',
    rejected: ['kept-private@mail.example'],
  })
  log.warn({ err }, 'sending a mail failed')
  expect(JSON.parse(lines[0] ?? '').err).toMatchObject({ code: 'EENVELOPE', message: err.message })
  expect(lines[0]).not.toContain('kept-private')
})
