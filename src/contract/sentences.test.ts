import { msg } from '@lingui/core/macro'
import { expect, test } from 'vitest'
import { Username } from './accounts/users-schemas.ts'
import { NewContactMessage } from './reports/contact-schemas.ts'
import { sentence, textOf } from './sentences.ts'

test('What a schema says is wrong is English, and has a text for other languages', () => {
  const [issue] = Username.safeParse('a').error?.issues ?? []
  expect(issue?.message).toBe('Username must be at least 3 characters')
  expect(textOf(issue?.message ?? '')).toMatchObject({ id: expect.any(String) })
})

test('Its values are written out', () => {
  const long = { name: 'x'.repeat(1_000), email: 'a@b.example', subject: 's', message: 'm' }
  const [issue] = NewContactMessage.safeParse(long).error?.issues ?? []
  expect(issue?.message).toMatch(/^Name must be \d+ characters or less$/)
  expect(textOf(issue?.message ?? '')).toMatchObject({ values: { max: expect.any(Number) } })
})

test('A sentence that is no text of the program stays as it is', () => {
  expect(textOf('Invalid input')).toBe('Invalid input')
  expect(textOf(sentence(msg`Reason must be 500 characters or less`))).not.toBe(
    'Reason must be 500 characters or less',
  )
})
