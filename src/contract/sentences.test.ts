import { msg, plural } from '@lingui/core/macro'
import { expect, test } from 'vitest'
import { Username } from './accounts/users-schemas.ts'
import { NewContactMessage } from './reports/contact-schemas.ts'
import { sentence, textOf } from './sentences.ts'

test('What a schema says is wrong is a text for each language', () => {
  const [issue] = Username.safeParse('a').error?.issues ?? []
  expect(textOf(issue?.message ?? '')).toEqual({
    id: expect.any(String),
    message: ['Username must be at least 3 characters'],
  })
})

test('Its values are limits of the schema', () => {
  const long = { name: 'x'.repeat(1_000), email: 'a@b.example', subject: 's', message: 'm' }
  const [issue] = NewContactMessage.safeParse(long).error?.issues ?? []
  expect(textOf(issue?.message ?? '')).toMatchObject({ values: { max: expect.any(Number) } })
})

test('Two texts with the same English are two, and one may have a plural', () => {
  for (const text of [
    msg({ message: 'Open', context: 'state' }),
    msg({ message: 'Open', context: 'verb' }),
    msg`${plural(2, { one: '# letter', other: '# letters' })} at least`,
  ])
    expect(textOf(sentence(text))).toEqual(text)
})

test("Words that are no text of the program, as Zod's own, stay as they are", () => {
  for (const words of ['Invalid input', '{id}', '']) expect(textOf(words)).toBe(words)
})
