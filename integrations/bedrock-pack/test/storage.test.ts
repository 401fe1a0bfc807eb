import { expect, test } from 'vitest'
import type { Storage } from '../../core/src/port.ts'
import { monotonicClock } from '../src/game-clock.ts'
import { longTexts, mark } from '../src/long-texts.ts'
import { SeenPlayers } from '../src/seen-players.ts'
import { upgrade } from '../src/upgrade.ts'

class Killed extends Error {}

/** Properties as a world holds them. `writesLeft` is when a kill comes. */
function world(texts = new Map<string, string>(), writesLeft = Number.POSITIVE_INFINITY) {
  let left = writesLeft
  const storage: Storage = {
    keys: () => [...texts.keys()],
    read: (key) => texts.get(key),
    write(key, value) {
      if (left === 0) throw new Killed()
      left -= 1
      if (value === undefined) texts.delete(key)
      else if (Buffer.byteLength(value) > 32_767) throw new Error('too long for a property')
      else texts.set(key, value)
    },
  }
  return { texts, storage }
}

/** Runs work until a kill. Returns whether it came to its end. */
function survives(work: () => void): boolean {
  try {
    work()
    return true
  } catch (error) {
    if (error instanceof Killed) return false
    throw error
  }
}

/** Parts of it end in the middle of a character. */
const long = `x${'𝕏a漢'.repeat(9_000)}`

test('a long text fits into properties, is one key, and leaves nothing behind', () => {
  const { texts, storage } = world()
  const wide = longTexts(storage)
  for (const text of [long, 'short', `${mark}b3`, '', long.slice(1)]) {
    wide.write('key', text)
    expect(wide.read('key')).toBe(text)
    expect(wide.keys()).toEqual(['key'])
  }
  wide.write('key', undefined)
  expect([...texts]).toEqual([])
})

test('killed at each write of a long text: the old text or the new one, and nothing else', () => {
  const other = `${long}!`
  for (const [before, after] of [
    [long, other],
    ['short', long],
    [long, 'short'],
    [long, undefined],
  ] as const) {
    for (let writes = 0; ; writes += 1) {
      const { texts, storage } = world()
      longTexts(storage).write('key', before)
      const isDone = survives(() => longTexts(world(texts, writes).storage).write('key', after))
      const read = longTexts(storage)
      expect([before, after]).toContain(read.read('key'))
      const { texts: clean } = world()
      longTexts(world(clean).storage).write('key', read.read('key'))
      expect(texts.size).toBe(clean.size)
      if (isDone) break
    }
  }
})

test('players are known by gamertag after a restart; of 2,001 the longest unseen is forgotten', () => {
  const { texts, storage } = world()
  let now = 0
  const seen = new SeenPlayers(storage, () => now)
  for (let n = 0; n <= 2_000; n += 1) {
    now += 1
    seen.remember({ pfid: `P${n}`, gamertag: `Player ${n}`, input: 'touch' })
    seen.store(`Player ${n}`)
  }
  const again = new SeenPlayers(storage, () => now)
  expect(texts.size).toBe(2_000)
  expect(again.find('Player 0')).toBeUndefined()
  expect(again.find('Player 1')).toEqual({ pfid: 'P1', gamertag: 'Player 1', input: 'touch' })
  again.forget('Player 1')
  again.store('Player 1')
  expect(new SeenPlayers(storage, () => now).find('Player 1')).toBeUndefined()
})

test('what the pack 0.1.0 stored is read by this one, also when the first start is killed at any write', () => {
  const old = () =>
    new Map([
      ['seed', 'ab'],
      ['event:7', long.slice(0, 8_000)],
      [`event:7${mark}1`, long.slice(8_000, 16_000)],
      [`event:7${mark}2`, long.slice(16_000)],
      ['outbox:taken', '["m0"]'],
      ['outbox:mail:C3', '["Hi","There"]'],
      ['outbox:rank:C3', 'Gold'],
    ])
  for (let writes = 0; ; writes += 1) {
    const texts = old()
    const isDone = survives(() => upgrade(world(texts, writes).storage))
    const { storage } = world(texts)
    upgrade(storage)
    const read = longTexts(storage)
    expect(Object.fromEntries(read.keys().map((key) => [key, read.read(key)]))).toEqual({
      'event:7': long,
      'outbox:taken': '["m0"]',
      'outbox:mail:pfid:C3': '[{"id":"0.1.0-0","text":"Hi"},{"id":"0.1.0-1","text":"There"}]',
      'outbox:rank:pfid:C3': 'Gold',
    })
    if (isDone) break
  }
})

test('the clock goes on when somebody sets the wall clock, and follows it when ticks are late', () => {
  let [wall, tick] = [1_000_000, 0]
  const monotonic = monotonicClock(
    () => wall,
    () => tick,
  )
  const after = (ms: number, ticks: number) => {
    wall += ms
    tick += ticks
    return monotonic()
  }
  expect(after(1_000, 20)).toBe(1_000)
  expect(after(5_000, 40)).toBe(6_000)
  expect(after(600_000, 20)).toBe(7_000)
  expect(after(-600_000, 20)).toBe(8_000)
  expect(after(-100, 0)).toBe(8_000)
})
