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
      status: statuses.includes('failed') ? 'failed' : 'passed',
      message: '',
      startTime: 1_000,
      endTime: 3_000,
      assertionResults: statuses.map((status, at) => ({ fullName: `test ${at + 1}`, status })),
    },
  ],
})

test('[green.62] failed, skipped and unwritten tests are counted and named with their file and the command that repeats each', () => {
  const command = 'TEST_SIZE=full npx vitest run'
  expect(countsIn(report('passed', 'failed', 'skipped', 'todo'), 1, command)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 2,
    named: ['failed', 'skipped', 'todo'].map(
      (status, at) =>
        `${status}: src/a.test.ts: test ${at + 2}\n  ${command} src/a.test.ts -t '^test ${at + 2}$'`,
    ),
    slowest: [{ file: 'src/a.test.ts', ms: 2_000 }],
  })
})

test('a file that does not load is a failure with its reason', () => {
  const unloaded = report()
  Object.assign(unloaded.testResults[0], { status: 'failed', message: 'no such module' })
  expect(countsIn(unloaded, 1)).toMatchObject({
    failed: 1,
    named: ['failed: src/a.test.ts: no such module\n  npx vitest run src/a.test.ts'],
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
