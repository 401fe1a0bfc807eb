import { expect, test } from 'vitest'
import { BoundedMap } from './bounded-map.ts'

const mapOf = (maxBytes: number) => new BoundedMap<string>(maxBytes, (text) => text.length)

test('no more than the limit is held: the least recently used goes first, and a look is a use', () => {
  const map = mapOf(6)
  map.set('a', 'aa')
  map.set('b', 'bb')
  map.set('c', 'cc')
  map.get('a')
  map.set('d', 'dd')
  expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual(['aa', undefined, 'cc', 'dd'])
  expect(map.bytes).toBe(6)
})

test('as many go as the new one needs room', () => {
  const map = mapOf(6)
  for (const key of ['a', 'b', 'c']) map.set(key, 'xx')
  map.set('d', 'ddd')
  expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual([undefined, undefined, 'xx', 'ddd'])
  expect(map.bytes).toBe(5)
})

test('what is larger than the limit is not held', () => {
  const map = mapOf(6)
  map.set('a', 'seven b')
  expect(map.get('a')).toBeUndefined()
  expect(map.bytes).toBe(0)
})

test('a value in the place of another counts alone, and as the newest', () => {
  const map = mapOf(6)
  map.set('a', 'aaa')
  map.set('b', 'bb')
  map.set('a', 'a')
  expect(map.bytes).toBe(3)
  map.set('c', 'cccc')
  expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual(['a', undefined, 'cccc'])
})

test('what is taken out leaves its room', () => {
  const map = mapOf(6)
  map.set('a', 'aaa')
  map.set('b', 'bb')
  map.delete('a')
  map.delete('nothing')
  expect(map.get('a')).toBeUndefined()
  expect(map.bytes).toBe(2)
  map.clear()
  expect(map.get('b')).toBeUndefined()
  expect(map.bytes).toBe(0)
})
