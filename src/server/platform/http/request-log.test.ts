import { expect, test, vi } from 'vitest'
import { createLogger } from '../logs/logger.ts'
import { RequestLog } from './request-log.ts'

test('what is below the level is not written and makes no logger; a line carries the id of its request', () => {
  const lines: string[] = []
  const log = createLogger('info', { write: (line) => lines.push(line) })
  const child = vi.spyOn(log, 'child')
  const own = new RequestLog(log, { reqId: 'one' })
  own.debug({ path: '/' }, 'request')
  own.silent()
  expect(child).not.toHaveBeenCalled()
  own.info({ path: '/', body: { password: 'secret' } }, 'request')
  own.warn('twice')
  expect(child).toHaveBeenCalledTimes(1)
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 'info', reqId: 'one', path: '/', msg: 'request' }),
    expect.objectContaining({ level: 'warn', reqId: 'one', msg: 'twice' }),
  ])
  expect(lines.join()).not.toContain('secret')
})

test('its children carry the id too, and a level that is changed counts at once', () => {
  const lines: string[] = []
  const log = createLogger('warn', { write: (line) => lines.push(line) })
  const own = new RequestLog(log, { reqId: 'two' })
  own.child({ part: 'mail' }).error('failed')
  log.level = 'trace'
  own.trace('now')
  own.fatal('last')
  expect(own.level).toBe('trace')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 'error', reqId: 'two', part: 'mail' }),
    expect.objectContaining({ level: 'trace', msg: 'now' }),
    expect.objectContaining({ level: 'fatal', msg: 'last' }),
  ])
})
