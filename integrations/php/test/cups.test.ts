import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findPhp } from '../../../scripts/lib/php.mjs'

/** What one evening of a server did. */
function evening() {
  const program = fileURLToPath(new URL('./cups.php', import.meta.url))
  const { stdout, stderr } = spawnSync(findPhp()!, [program])
  expect(stderr.toString()).toBe('')
  return JSON.parse(stdout.toString())
}

test('[cups.66] A server in PHP hosts cups alike: it asks only where the game takes them, begins, names and lets players enter', () => {
  const { sent, lists, told, lines, taken } = evening()
  const dataOf = (type: string) =>
    sent.filter((one: { type: string }) => one.type === type).map(({ data }: { data: object }) => data)
  const beats = dataOf('heartbeat')
  expect(beats[0]).not.toHaveProperty('cups')
  expect(beats.at(-1)).toMatchObject({ cups: true })
  expect(lists[0]).toMatchObject([{ cupMatchId: '12-w1.1-1', sides: [[{ xuid: '1' }], [{ xuid: '2' }]] }])
  expect(lines).toContainEqual(expect.stringMatching(/^onCupMatches failed: the game is not ready/))
  expect(taken).toEqual([true, false])
  expect(dataOf('cup.begun')[0]).toEqual({ cupMatchId: '12-w1.1-1' })
  expect(dataOf('match').map((one: { cupMatchId?: string }) => one.cupMatchId)).toEqual([
    '12-w1.1-1',
    undefined,
  ])
  expect(dataOf('cup.player')).toEqual([
    { xuid: '1', action: 'check_in' },
    { xuid: '2', action: 'ready' },
    { xuid: '1', action: 'ready' },
  ])
  expect(told).toEqual(['1: You are checked in.', '2: The website says: You have no open match'])
})

test('[cups.73] In PHP only a duel between the sides of a call, in its mode, begins it, and each side reads the call once', () => {
  const { others, begun, calls, sent } = evening()
  expect(others).toEqual([null, null, null, null, null])
  expect(begun).toBe('12-w1.1-1')
  expect(sent.filter(({ type }: { type: string }) => type === 'cup.begun')).toHaveLength(2)
  expect(calls).toEqual([
    '1: Your match in a cup: against Player 2, sumo, first to 2, 35 min left. Here? Type /ready.',
    '2: Your match in a cup: against Player 1, sumo, first to 2, 35 min left. Here? Type /ready.',
  ])
})

test('[languages.71] In PHP players read what the site says in their language, and the game says in which they play', () => {
  const { spoken, screens, sent } = evening()
  expect(spoken.toSorted()).toEqual([
    '1: Deutsch: cup.player',
    '1: Deutsch: link.request',
    '1: Tippe /ready.',
    '2: Tippe /ready.',
  ])
  expect(screens).toEqual(['1 K7P2QX9D Deutsch: punishment'])
  const players = sent.filter(({ type }: { type: string }) => type === 'player')
  expect(players.at(-1).data).toMatchObject({ gamertag: 'Ann', language: 'de_DE' })
})
