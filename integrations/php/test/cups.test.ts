import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findPhp } from '../../../scripts/lib/php.mjs'

test('[cups.66] A server in PHP hosts cups alike: it asks only where the game takes them, begins, names and lets players enter', () => {
  const program = fileURLToPath(new URL('./cups.php', import.meta.url))
  const { stdout, stderr } = spawnSync(findPhp()!, [program])
  expect(stderr.toString()).toBe('')
  const { sent, lists, told, lines, taken } = JSON.parse(stdout.toString())
  const dataOf = (type: string) =>
    sent.filter((one: { type: string }) => one.type === type).map(({ data }: { data: object }) => data)
  const beats = dataOf('heartbeat')
  expect(beats[0]).not.toHaveProperty('cups')
  expect(beats.at(-1)).toMatchObject({ cups: true })
  expect(lists[0]).toMatchObject([{ cupMatchId: '12-w1.1-1', sides: [[{ xuid: '1' }], [{ xuid: '2' }]] }])
  expect(lines).toContain('onCupMatches failed: the game is not ready')
  expect(taken).toEqual([true, false])
  expect(dataOf('cup.begun')).toEqual([{ cupMatchId: '12-w1.1-1' }])
  expect(dataOf('match').map((one: { cupMatchId?: string }) => one.cupMatchId)).toEqual([
    '12-w1.1-1',
    undefined,
  ])
  expect(dataOf('cup.player')).toEqual([
    { xuid: '1', action: 'check_in' },
    { xuid: '2', action: 'ready' },
  ])
  expect(told).toEqual(['1: You are checked in.', '2: The website says: You have no open match'])
})
