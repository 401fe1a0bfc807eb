import { expect, test } from 'vitest'
import { TextCipher } from './text-cipher.ts'

const cipher = new TextCipher('a secret of sixteen', 'tokens')
const text = '{"access":"Füchse 🦊"}'

test('[voice.80] what was encrypted is read with the same secret, purpose and owner only', () => {
  const encrypted = cipher.encrypt(text, '42')
  expect(cipher.decrypt(encrypted, '42')).toBe(text)
  expect(cipher.decrypt(encrypted, '43')).toBeUndefined()
  expect(new TextCipher('another secret of it', 'tokens').decrypt(encrypted, '42')).toBeUndefined()
  expect(new TextCipher('a secret of sixteen', 'codes').decrypt(encrypted, '42')).toBeUndefined()
})

test('[voice.80] the same text is never encrypted alike, and a changed or short one is not read', () => {
  const encrypted = cipher.encrypt(text, '42')
  expect(cipher.encrypt(text, '42')).not.toEqual(encrypted)
  expect(encrypted.toString('latin1')).not.toContain('access')
  for (let at = 0; at < encrypted.length; at += 1) {
    const changed = Buffer.from(encrypted)
    changed[at]! ^= 1
    expect(cipher.decrypt(changed, '42')).toBeUndefined()
  }
  for (const length of [0, 5, 12, 20, 27])
    expect(cipher.decrypt(encrypted.subarray(0, length), '42')).toBeUndefined()
})
