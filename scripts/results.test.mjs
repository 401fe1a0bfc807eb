import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countsIn, sum } from './lib/results.mjs'
import { root } from './lib/root.mjs'

const report = (...statuses) => ({
  numPassedTests: statuses.filter((status) => status === 'passed').length,
  numFailedTests: statuses.filter((status) => status === 'failed').length,
  numPendingTests: statuses.filter((status) => status === 'skipped').length,
  numTodoTests: statuses.filter((status) => status === 'todo').length,
  testResults: [
    {
      name: join(root, 'src/a.test.ts'),
      assertionResults: statuses.map((status, at) => ({ fullName: `test ${at + 1}`, status })),
    },
  ],
})

test('failed, skipped and unwritten tests are counted and named with their file', () => {
  expect(countsIn(report('passed', 'failed', 'skipped', 'todo'), 1)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 2,
    named: ['failed: src/a.test.ts: test 2', 'skipped: src/a.test.ts: test 3', 'todo: src/a.test.ts: test 4'],
  })
})

test('a run that fails without a failed test counts as one failure', () => {
  expect(countsIn(report('passed'), 1)).toMatchObject({ passed: 1, failed: 1, skipped: 0 })
  expect(countsIn(report('passed'), 0)).toMatchObject({ passed: 1, failed: 0, skipped: 0 })
})

test('the counts of all suites are added up', () => {
  expect(sum([countsIn(report('passed', 'failed'), 1), { passed: 1, failed: 0, skipped: 0 }])).toEqual({
    passed: 2,
    failed: 1,
    skipped: 0,
  })
})
