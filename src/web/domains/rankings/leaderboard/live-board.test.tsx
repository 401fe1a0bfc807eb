import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StatsUpdate } from '../../../../contract/live-schemas.ts'
import { whenReady } from '../../../testing/actions.ts'
import { FakeSocket } from '../../../testing/fake-socket.ts'
import { testViewer } from '../../../testing/site.tsx'
import { Leaderboard } from './leaderboard.tsx'
import { fakeBoards } from './testing/fake-board.ts'
import { boardLink, names, settle, show, shownToast } from './testing/setup.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.install()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

interface News {
  readonly gameType?: StatsUpdate['gameType']
  readonly name?: string
  /** Whose match; the first of the board unless said. */
  readonly id?: number
  readonly stats?: Partial<StatsUpdate['data']['stats']>
  readonly lastResult?: StatsUpdate['data']['lastResult']
}

/** A match ends, and the server says so. */
const hear = ({ gameType = 'overall', name = 'Ada', id = 1, stats, lastResult }: News = {}) =>
  FakeSocket.last.hear({
    type: 'stats_update',
    gameType,
    data: {
      user: { id, username: name },
      stats: { winStreak: 0, losses: 0, wins: 0, kills: 0, deaths: 0, points: 0, ...stats },
      lastResult,
    },
  })

const liveSwitch = () => screen.getByRole('switch', { name: 'Live updates' })

async function showLive(options?: Parameters<typeof show>[0]) {
  const stage = await show(options)
  FakeSocket.last.open()
  await settle()
  return stage
}

test('[live.01] The live-updates switch is on by default', async () => {
  fakeBoards()
  await show()
  expect(liveSwitch().getAttribute('aria-checked')).toBe('true')
})

test("[live.02] The browser sends {type:'subscribe', gameType} for the current game type on /ws of the same host", async () => {
  fakeBoards()
  await showLive({ at: '/leaderboards?gameType=boxing&view=short' })
  const { protocol, host, pathname } = new URL(FakeSocket.last.url)
  expect([protocol, host, pathname]).toEqual(['ws:', location.host, '/ws'])
  expect(FakeSocket.last.said).toEqual([{ type: 'subscribe', gameType: 'boxing' }])
})

test('[live.03] Changing the game type subscribes to the new one and drops the old one', async () => {
  fakeBoards()
  await showLive()
  await whenReady.click(boardLink('Sumo'))
  await settle()
  const [first, ...rest] = FakeSocket.last.said
  expect(first).toEqual({ type: 'subscribe', gameType: 'overall' })
  expect(rest).toHaveLength(2)
  expect(rest).toContainEqual({ type: 'unsubscribe', gameType: 'overall' })
  expect(rest).toContainEqual({ type: 'subscribe', gameType: 'sumo' })
})

test('[live.04] Switched off, a stats_update shows no toast and refetches nothing; on again, it catches up', async () => {
  const boards = fakeBoards()
  await showLive()
  // News that came just before belong to the time when it was on, and are dropped with it.
  hear({ lastResult: 'win' })
  await whenReady.click(liveSwitch())
  await settle(1_000)
  expect(liveSwitch().getAttribute('aria-checked')).toBe('false')
  expect(FakeSocket.last.said.at(-1)).toEqual({ type: 'unsubscribe', gameType: 'overall' })
  boards.move('overall', 2, 1)
  hear({ lastResult: 'win' })
  await settle(1_000)
  expect(shownToast()).toBeNull()
  expect(boards.pages).toHaveLength(1)
  expect(names()[0]).toBe('overall-1')

  await whenReady.click(liveSwitch())
  await settle()
  expect(FakeSocket.last.said.at(-1)).toEqual({ type: 'subscribe', gameType: 'overall' })
  expect(boards.pages).toHaveLength(2)
  expect(names()[0]).toBe('overall-2')
  expect(shownToast()).toBeNull()
})

test.each<[string, News, string]>([
  ['[live.05] A win', { stats: { winStreak: 4 }, lastResult: 'win' }, 'Ada won a game! Win streak: 4'],
  [
    '[live.05] A win that only the streak tells',
    { stats: { winStreak: 2 } },
    'Ada won a game! Win streak: 2',
  ],
  ['[live.06] A loss', { stats: { losses: 9 }, lastResult: 'loss' }, 'Ada lost a game. Win streak reset.'],
  [
    '[live.06] A loss that only the losses tell',
    { stats: { losses: 1 } },
    'Ada lost a game. Win streak reset.',
  ],
  ['[live.07] A draw', { stats: { losses: 9 }, lastResult: 'draw' }, "Ada's stats updated"],
  ['[live.07] Any other update', {}, "Ada's stats updated"],
])("%s shows toast 'Live Stats Update' and its sentence", async (_, news, sentence) => {
  fakeBoards()
  await showLive()
  hear(news)
  await settle(300)
  expect(shownToast()).toEqual(['Live Stats Update', sentence])
})

test('[live.09] A stats_update of the current game type refetches the leaderboard, within a second', async () => {
  const boards = fakeBoards()
  await showLive({ at: '/leaderboards?gameType=boxing&view=short' })
  expect(names()[0]).toBe('boxing-1')
  boards.move('boxing', 3, 1)
  hear({ gameType: 'boxing', lastResult: 'win' })
  await settle(400)
  expect(names()).toEqual(['boxing-3', 'boxing-1', 'boxing-2', 'boxing-4', 'boxing-5'])
  expect(boards.pages).toHaveLength(2)
})

test('[live.10] A stats_update of another game type shows no toast and refetches nothing', async () => {
  const boards = fakeBoards()
  await showLive({ at: '/leaderboards?gameType=boxing&view=short' })
  hear({ gameType: 'sumo', lastResult: 'win' })
  hear({ gameType: 'overall', lastResult: 'win' })
  await settle(1_000)
  expect(shownToast()).toBeNull()
  expect(boards.pages).toHaveLength(1)
})

test('[live.10] Nor does one that was heard before the game type changed', async () => {
  const boards = fakeBoards()
  await showLive()
  hear({ lastResult: 'win' })
  await whenReady.click(boardLink('Sumo'))
  await settle(1_000)
  expect(shownToast()).toBeNull()
  expect(boards.pages.map(({ query }) => query.get('gameType'))).toEqual(['overall', 'sumo'])
})

test("[live.11] Live connection error: destructive toast 'Connection Error' / 'Could not connect to live stats updates'", async () => {
  fakeBoards()
  await show()
  FakeSocket.last.fail()
  await settle()
  expect(shownToast()).toEqual(['Connection Error', 'Could not connect to live stats updates'])
  expect(document.querySelectorAll('li[data-variant=destructive]')).toHaveLength(1)
})

test('[live.11] With the switch off nobody is bothered', async () => {
  fakeBoards()
  await showLive()
  await whenReady.click(liveSwitch())
  FakeSocket.last.fail()
  await settle()
  expect(shownToast()).toBeNull()
})

test('[inputs.50] After an outage the board catches up with what nobody told', async () => {
  const boards = fakeBoards()
  await showLive()
  FakeSocket.last.fail()
  boards.move('overall', 5, 1)
  await settle(40_000)
  FakeSocket.last.open()
  await settle(4_000)
  expect(names()[0]).toBe('overall-5')
  expect(boards.pages).toHaveLength(2)
})

test('[live.15] A burst of messages makes one toast, of its last message, and one leaderboard refetch', async () => {
  const boards = fakeBoards(40)
  const said: unknown[] = []
  await showLive({ viewer: testViewer })
  const noteToasts = new MutationObserver(() => {
    const sentence = shownToast()?.[1]
    if (sentence !== undefined && said.at(-1) !== sentence) said.push(sentence)
  })
  noteToasts.observe(document.body, { childList: true, subtree: true, characterData: true })
  const before = boards.asked.length
  for (let game = 1; game <= 6; game += 1) {
    hear({ name: `player-${game}`, stats: { losses: 1 }, lastResult: 'loss' })
    await settle(20)
  }
  hear({ name: 'the winner', stats: { winStreak: 9 }, lastResult: 'win' })
  await settle(2_000)
  noteToasts.disconnect()
  expect(said).toEqual(['the winner won a game! Win streak: 9'])
  // The page, and the viewer's own place.
  expect(boards.asked.slice(before).map(({ path }) => path)).toEqual([
    '/api/leaderboard',
    `/api/leaderboard/around/${testViewer.id}`,
  ])
})

test('[evening.63] News of a player who is neither oneself nor followed, and whose row is not in view, shows no toast and refetches', async () => {
  const boards = fakeBoards()
  await showLive({ viewer: testViewer, content: <Leaderboard followed={new Set([32])} /> })
  const before = boards.pages.length
  hear({ id: 31, lastResult: 'win' })
  await settle(400)
  expect(shownToast()).toBeNull()
  expect(boards.pages).toHaveLength(before + 1)

  // Its row is on the page, but below the window.
  const row = document.querySelector('tbody tr')!
  vi.spyOn(row, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 5_000, 300, 44))
  hear({ id: 1, lastResult: 'win' })
  await settle(400)
  expect(shownToast()).toBeNull()
})

test.each([
  ['oneself', testViewer.id],
  ['a followed player', 32],
  ['a row in view', 1],
])('[evening.63] News of %s shows a toast', async (_, id) => {
  fakeBoards()
  await showLive({ viewer: testViewer, content: <Leaderboard followed={new Set([32])} /> })
  hear({ id, name: 'Ada', stats: { winStreak: 2 }, lastResult: 'win' })
  await settle(400)
  expect(shownToast()).toEqual(['Live Stats Update', 'Ada won a game! Win streak: 2'])
})

test('[evening.63] Of a burst the news of oneself is shown, before that of a followed player, a row in view and the rest', async () => {
  fakeBoards()
  await showLive({ viewer: testViewer, content: <Leaderboard followed={new Set([32])} /> })
  hear({ id: 32, name: 'followed', lastResult: 'loss' })
  hear({ id: testViewer.id, name: 'me', lastResult: 'loss' })
  hear({ id: 1, name: 'in view', lastResult: 'win' })
  hear({ id: 31, name: 'stranger', lastResult: 'win' })
  await settle(400)
  expect(shownToast()?.[1]).toBe('me lost a game. Win streak reset.')
})

test('while live, arrows show who moved, in the page and in the own place; off, they are gone', async () => {
  const boards = fakeBoards(40)
  await showLive({ viewer: testViewer })
  expect(screen.queryByText(/^(up|down)[ ,]/)).toBeNull()
  boards.move('overall', 3, 1)
  boards.move('overall', 40, 5)
  boards.move('overall', testViewer.id, 30)
  hear({ lastResult: 'win' })
  await settle(400)
  const moved = (row: Element) => row.querySelector('td .sr-only')?.textContent
  expect([...document.querySelectorAll('tbody tr')].map(moved)).toEqual([
    'up 2 places',
    'down 1 place',
    'down 1 place',
    undefined,
    'up, new on this page',
  ])
  expect([...document.querySelectorAll('tfoot tr')].map(moved)).toEqual(['down 23 places'])
  await whenReady.click(liveSwitch())
  await settle()
  expect(screen.queryByText(/^(up|down)[ ,]/)).toBeNull()
})

test('another page or board is no movement', async () => {
  const boards = fakeBoards(40)
  boards.move('sumo', 4, 1)
  await showLive()
  await whenReady.click(boardLink('Sumo'))
  await settle()
  expect(names()[0]).toBe('sumo-4')
  expect(screen.queryByText(/^(up|down)[ ,]/)).toBeNull()
  // Both are known now: one follows the other without a pause.
  await whenReady.click(boardLink('Overall'))
  await settle()
  expect(names()[0]).toBe('overall-1')
  expect(screen.queryByText(/^(up|down)[ ,]/)).toBeNull()
})

test('[live.01] The switch stays as the visitor left it, in this browser', async () => {
  fakeBoards()
  const { unmount } = await showLive()
  await whenReady.click(liveSwitch())
  await settle()
  unmount()
  await show({ keepStorage: true })
  expect(liveSwitch().getAttribute('aria-checked')).toBe('false')
  expect(FakeSocket.last.said).toEqual([])
})

test('of matches that end one after the other at most one in ten seconds shows a toast; every one refreshes the board', async () => {
  const boards = fakeBoards()
  await showLive()
  hear({ name: 'first', stats: { winStreak: 1 }, lastResult: 'win' })
  await settle(400)
  expect(shownToast()?.[1]).toBe('first won a game! Win streak: 1')
  hear({ name: 'second', stats: { winStreak: 1 }, lastResult: 'win' })
  await settle(5_000)
  expect(shownToast()?.[1]).toBe('first won a game! Win streak: 1')
  expect(boards.pages).toHaveLength(3)
  await settle(5_000)
  hear({ name: 'third', stats: { winStreak: 1 }, lastResult: 'win' })
  await settle(400)
  expect(shownToast()?.[1]).toBe('third won a game! Win streak: 1')
  expect(boards.pages).toHaveLength(4)
})

test('the rows that changed light up for a moment, in the page and in the own place', async () => {
  const boards = fakeBoards(40)
  await showLive({ viewer: testViewer })
  const lit = (part: 'tbody' | 'tfoot') =>
    [...document.querySelectorAll(`${part} tr[data-lit] th bdi`)].map(({ textContent }) => textContent)
  expect(lit('tbody')).toEqual([])
  const [first, second] = boards.rows.overall
  boards.rows.overall[0] = { ...first!, stats: { ...first!.stats, kills: first!.stats.kills + 1 } }
  hear({ lastResult: 'win' })
  await settle(400)
  expect(lit('tbody')).toEqual([first!.user.username])
  expect(lit('tfoot')).toEqual([])
  await settle(3_000)
  expect(lit('tbody')).toEqual([])
  boards.move('overall', testViewer.id, 30)
  boards.rows.overall[1] = { ...second!, stats: { ...second!.stats, wins: second!.stats.wins + 1 } }
  hear({ lastResult: 'win' })
  await settle(400)
  expect(lit('tbody')).toContain(second!.user.username)
  expect(lit('tfoot')).toHaveLength(1)
  await whenReady.click(liveSwitch())
  await settle()
  expect(lit('tbody')).toEqual([])
})
