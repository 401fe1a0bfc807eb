import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterBoth, failuresIn, isFoundAtRandom } from './lib/results.mjs'
import { root } from './lib/root.mjs'

const run = (passed, failed, failures) => ({ passed, failed, skipped: 0, failures, files: [] })

test('a test that fails twice counts as failed, and only its second message is told', () => {
  expect(afterBoth(run(10, 2, ['a', 'b']), run(7, 1, ['b, again']))).toEqual({
    passed: 11,
    failed: 1,
    skipped: 0,
    failures: ['b, again'],
  })
})

test('a test that passes the second time is counted as passed, and named', () => {
  expect(afterBoth(run(10, 1, ['a']), run(8, 0, []))).toEqual({
    passed: 11,
    failed: 0,
    skipped: 0,
    failures: ['Passed when repeated: a'],
  })
})

test('what was found with inputs chosen at random is told from what a stall may have broken', () => {
  const never = () => fc.assert(fc.property(fc.nat(), () => false))
  expect(never).toThrow()
  try {
    never()
  } catch (error) {
    expect(isFoundAtRandom(`src/a.test.ts: holds for any number\n${error.stack}`)).toBe(true)
  }
  expect(isFoundAtRandom('src/a.test.ts: is stored\nTest timed out in 20000ms.')).toBe(false)
})

test('failures are told by file, test and the beginning of the message; a file that does not load by its own', () => {
  const message = Array.from({ length: 30 }, (_, line) => `line ${line + 1}`).join('\n')
  const failures = failuresIn({
    testResults: [
      {
        name: `${root}/src/a.test.ts`,
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'is refused', status: 'failed', failureMessages: [message] },
          { fullName: 'is allowed', status: 'passed', failureMessages: [] },
        ],
      },
      { name: `${root}/src/b.test.ts`, status: 'failed', message: 'does not load', assertionResults: [] },
      { name: `${root}/src/c.test.ts`, status: 'passed', message: '', assertionResults: [] },
    ],
  })
  expect(failures).toHaveLength(2)
  expect(failures[0]).toMatch(/^src\/a\.test\.ts: is refused\nline 1\n/)
  expect(failures[0]).not.toContain('line 13')
  expect(failures[1]).toBe('src/b.test.ts: does not load')
})
