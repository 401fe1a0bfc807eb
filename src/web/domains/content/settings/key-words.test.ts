import { expect, test } from 'vitest'
import { sayIn } from '../../../platform/translation.tsx'
import { keyWords } from './key-words.ts'
import { spelledOut } from './value.ts'

const { cents, ...others } = keyWords

test('in English a setting is called as its key is spelled, and only cents has words of its own', () => {
  expect(sayIn(undefined, cents!)).toBe('Price in cents')
  for (const [key, words] of Object.entries(others)) expect(sayIn(undefined, words)).toBe(spelledOut(key))
})
