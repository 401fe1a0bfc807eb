import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { firstInputLine } from './arguments.ts'

test.each([
  ['\ufeffa long password\r\n', 'a long password'],
  [' spaced out \nsecond line', ' spaced out '],
  ['a\ufeffb', 'a\ufeffb'],
])('[inputs.61] of %j on standard input the password is %j', async (typed, password) => {
  const before = Object.getOwnPropertyDescriptor(process, 'stdin')!
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(typed)]), configurable: true })
  try {
    expect(await firstInputLine()).toBe(password)
  } finally {
    Object.defineProperty(process, 'stdin', before)
  }
})
