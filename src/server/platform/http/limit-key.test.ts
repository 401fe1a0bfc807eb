import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LimitPart, limitKey } from './limit-key.ts'

const network = fc.oneof(fc.ipV4(), fc.constant('2001:db8:0:1::/64'), fc.string())
const part = fc.oneof(
  fc.record({ member: fc.nat() }),
  fc.record({ server: fc.nat() }),
  fc.record({ network }),
  fc.record({ typed: fc.string().map((text) => text.trim().toLowerCase()) }),
)

test('two keys of a limit are equal only when all their parts are', () => {
  const parts = fc.array(part, { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(parts, parts, (one, other) => {
      const keyOf = (of: LimitPart[]) => limitKey(...(of as [LimitPart, ...LimitPart[]]))
      expect(keyOf(one) === keyOf(other)).toBe(JSON.stringify(one) === JSON.stringify(other))
    }),
  )
})

test.each([
  'member1|127.0.0.1',
  'member1|network=127.0.0.1',
  '#7|127.0.0.1',
  'member=7',
  'member=7|network=127.0.0.1',
])('text that looks like a key (%s) is no part of one', (typed) => {
  const network = '127.0.0.1'
  expect(limitKey({ typed })).not.toBe(limitKey({ typed: 'member1' }, { network }))
  expect(limitKey({ typed })).not.toBe(limitKey({ member: 7 }, { network }))
  expect(limitKey({ typed })).not.toContain('127.0.0.1')
})

test('a typed name counts the same in every case and with spaces around it, and is not readable in its key', () => {
  expect(limitKey({ typed: ' Member One ' })).toBe(limitKey({ typed: 'member one' }))
  expect(limitKey({ typed: 'Member One' })).not.toMatch(/member one/i)
})
