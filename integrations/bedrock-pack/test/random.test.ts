import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { codeAlphabet, RandomPool } from '../src/random.ts'
import { sha256 } from '../src/sha256.ts'
import { MemoryStorage } from './node-port.ts'

test('SHA-256 is that of the standard library, at every length around the block limits', () => {
  for (let length = 0; length < 200; length += 1) {
    const message = Uint8Array.from({ length }, (_, index) => (index * 37 + length) & 0xff)
    expect(Buffer.from(sha256(message)).toString('hex')).toBe(
      createHash('sha256').update(message).digest('hex'),
    )
  }
})

test('codes use every character about equally often, and none comes twice', () => {
  const pool = new RandomPool(new MemoryStorage(), () => 'quiet')
  const codes = Array.from({ length: 4_000 }, () => pool.code())
  expect(new Set(codes).size).toBe(codes.length)
  const counts = new Map<string, number>()
  for (const character of codes.join('')) counts.set(character, (counts.get(character) ?? 0) + 1)
  expect([...counts.keys()].sort().join('')).toBe([...codeAlphabet].sort().join(''))
  // 1,000 expected each; six standard deviations.
  for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(190)
})

test('ids are version 4 UUIDs', () => {
  const pool = new RandomPool(new MemoryStorage(), () => 'quiet')
  for (let n = 0; n < 100; n += 1) {
    expect(pool.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  }
})

test('with nothing unpredictable but what it kept from before, a restart still gives other codes', () => {
  const { random } = Math
  Math.random = () => 0.5
  try {
    const storage = new MemoryStorage()
    const first = new RandomPool(storage, () => '').code()
    const second = new RandomPool(storage, () => '').code()
    expect(second).not.toBe(first)
    expect(new RandomPool(new MemoryStorage(), () => '').code()).toBe(first)
  } finally {
    Math.random = random
  }
})
