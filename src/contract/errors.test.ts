import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ErrorBody, errorBodyOf } from './errors.ts'

const body = {
  error: 'No',
  message: 'No',
  code: 'conflict',
  fields: { title: 'Too long' },
  current: { id: 1 },
}

test('An error body is read as its schema reads it', () => {
  expect(errorBodyOf(body)).toEqual(ErrorBody.parse(body))
  const { fields: _fields, current: _current, ...bare } = body
  expect(errorBodyOf(bare)).toEqual(ErrorBody.parse(bare))
})

test('and whatever is wrong with one is refused by both, or by neither', () => {
  const odd = fc.constantFrom(null, '', 'conflict', 'toString', 7, true, [], ['a'], {}, { a: 1 }, { a: 'b' })
  fc.assert(
    fc.property(fc.constantFrom('all', ...Object.keys(body)), odd, (key, put) => {
      const value = key === 'all' ? put : { ...body, [key]: put }
      expect(errorBodyOf(value) === undefined, JSON.stringify(value)).toBe(
        !ErrorBody.safeParse(value).success,
      )
    }),
    { numRuns: 1_000 },
  )
})
