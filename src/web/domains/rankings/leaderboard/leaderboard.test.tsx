import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { shippedGameTypes } from '../../../../contract/rankings/stats.ts'
import { regardless, whenReady } from '../../../testing/actions.ts'
import { FakeSocket } from '../../../testing/fake-socket.ts'
import { testViewer } from '../../../testing/site.tsx'
import { fakeBoards, refused, statsOf } from './testing/fake-board.ts'
import { boardLink, button, names, pageButtons, rows, settle, show } from './testing/setup.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.install()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const gameTypes = ['overall', ...shippedGameTypes] as const

const queries = (boards: ReturnType<typeof fakeBoards>) =>
  boards.pages.map(({ query }) => Object.fromEntries(query))

const type = async (text: string) =>
  await whenReady.change(screen.getByRole('searchbox', { name: 'Search players' }), {
    target: { value: text },
  })

describe('The table', () => {
  test("[board.02] Its columns are 'Rank', 'Player', 'Kills', 'Deaths', 'K/D', 'Wins', 'Win Streak', 'Best Streak', 'Points'", async () => {
    const boards = fakeBoards(1)
    boards.rows.overall[0] = {
      position: 1,
      user: { id: 31, username: 'Ada', avatarUrl: null, rank: 'Diamond' },
      stats: statsOf('overall', {
        kills: 1_234,
        deaths: 500,
        wins: 77,
        losses: 3,
        winStreak: 4,
        bestStreak: 21,
        points: 12_345,
      }),
    }
    await show()
    const table = within(screen.getByRole('table', { name: 'Overall · All time' }))
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Rank',
      'Player',
      'Kills',
      'Deaths',
      'K/D',
      'Wins',
      'Win Streak',
      'Best Streak',
      'Points',
    ])
    expect(rows()).toEqual([['1', 'ADAda', '1,234', '500', '2.47', '77', '4', '21', '12,345']])
  })

  test('on narrow screens every figure carries the name of its column', async () => {
    fakeBoards(1)
    await show()
    const labels = [...document.querySelectorAll('tbody td[data-label]')].map((cell) =>
      cell.getAttribute('data-label'),
    )
    expect(labels).toEqual(['Kills', 'Deaths', 'K/D', 'Wins', 'Win Streak', 'Best Streak', 'Points'])
    // Laid out as cards, the table has to say itself that it is one.
    for (const row of document.querySelectorAll('tr')) expect(row.getAttribute('role')).toBe('row')
  })

  test('a name leads to the page of its player, and is text whatever it says', async () => {
    const boards = fakeBoards(1)
    const username = '<img src=x onerror=alert(1)> #1234 مرحبا'
    boards.rows.overall[0]!.user = { id: 31, username, avatarUrl: null, rank: 'Member' }
    await show()
    const link = screen.getByRole('link', { name: username })
    expect(link.getAttribute('href')).toBe('/player/31')
    expect(link.querySelector('bdi')?.children).toHaveLength(0)
  })
})

describe('Boards and pages', () => {
  test('[board.04] It asks GET /api/leaderboard with gameType, limit 5 and offset; a page has 5 rows', async () => {
    const boards = fakeBoards(12)
    await show()
    expect(queries(boards)).toEqual([{ gameType: 'overall', period: 'all', limit: '5', offset: '0' }])
    expect(rows()).toHaveLength(5)
  })

  test('[board.03] Seven game types, overall first; choosing one asks for it and shows its rows', async () => {
    const boards = fakeBoards()
    const { address } = await show()
    const choices = within(screen.getByRole('navigation', { name: 'Game type' })).getAllByRole('link')
    expect(choices.map(({ textContent }) => textContent)).toEqual([
      'Overall',
      'NoDebuff',
      'Boxing',
      'Bedfight',
      'Bridge',
      'Fireball',
      'Sumo',
    ])
    expect(names()[0]).toBe('overall-1')
    for (const [at, gameType] of gameTypes.entries()) {
      await whenReady.click(choices[at]!)
      await settle()
      expect(choices.map((choice) => choice.getAttribute('aria-current') === 'page').indexOf(true)).toBe(at)
      expect(names()[0]).toBe(`${gameType}-1`)
      expect(address()).toBe(
        gameType === 'overall' ? '/leaderboards?view=short' : `/leaderboards?gameType=${gameType}&view=short`,
      )
    }
    expect(boards.pages.map(({ query }) => query.get('gameType'))).toEqual([...gameTypes])
  })

  test('[board.10] A period asks for it, on its first page, and Back goes back', async () => {
    const boards = fakeBoards()
    const { address, go } = await show({ at: '/leaderboards?gameType=sumo&view=short&page=2' })
    await whenReady.click(boardLink('This week'))
    await settle()
    expect(queries(boards).at(-1)).toEqual({ gameType: 'sumo', period: 'week', limit: '5', offset: '0' })
    await whenReady.click(boardLink('This month'))
    await settle()
    expect(boards.pages.at(-1)?.query.get('period')).toBe('month')
    expect(address()).toBe('/leaderboards?gameType=sumo&period=month&view=short')
    await go(-2)
    await settle()
    expect(address()).toBe('/leaderboards?gameType=sumo&view=short&page=2')
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Sumo · All time')
    expect(names()[0]).toBe('sumo-6')
  })

  test('[board.05] There are 5 page buttons; page n asks for offset (n-1)*5', async () => {
    const boards = fakeBoards(45)
    const { address } = await show()
    expect(pageButtons().map(({ textContent }) => textContent)).toEqual(['1', '2', '3', '4', '5'])
    for (const page of [2, 3, 4, 5]) {
      await whenReady.click(button(String(page)))
      await settle()
      expect(boards.pages.at(-1)?.query.get('offset')).toBe(String((page - 1) * 5))
      expect(names()[0]).toBe(`overall-${(page - 1) * 5 + 1}`)
      expect(pageButtons()).toHaveLength(5)
      expect(button(String(page)).getAttribute('aria-current')).toBe('page')
      expect(address()).toBe(`/leaderboards?view=short&page=${page}`)
    }
    // The window has moved along.
    expect(pageButtons().map(({ textContent }) => textContent)).toEqual(['3', '4', '5', '6', '7'])
    await whenReady.click(button('Next page'))
    await settle()
    expect(names()[0]).toBe('overall-26')
    await whenReady.click(button('Previous page'))
    await settle()
    expect(names()[0]).toBe('overall-21')
  })

  test('[board.05] With fewer pages the buttons without a page do nothing, and keep the focus', async () => {
    const boards = fakeBoards(7)
    await show({ at: '/leaderboards?view=short&page=2' })
    expect(pageButtons().map((each) => each.getAttribute('aria-disabled'))).toEqual([
      'false',
      'false',
      'true',
      'true',
      'true',
    ])
    for (const name of ['3', 'Next page']) {
      expect((button(name) as HTMLButtonElement).disabled).toBe(false)
      regardless.click(button(name))
      await settle()
    }
    expect(boards.pages).toHaveLength(1)
    expect(names()).toEqual(['overall-6', 'overall-7'])
  })

  test('without scripts boards are links, and the page buttons lead to the same addresses', async () => {
    fakeBoards(30)
    await show({ at: '/leaderboards?gameType=sumo&period=week&view=short' })
    const leadsTo = (name: string) => {
      const pressed = button(name) as HTMLButtonElement
      const form = pressed.form!
      expect([form.method, form.getAttribute('action'), pressed.type]).toEqual([
        'get',
        '/leaderboards',
        'submit',
      ])
      return Object.fromEntries(new FormData(form, pressed))
    }
    expect(leadsTo('3')).toEqual({ gameType: 'sumo', period: 'week', view: 'short', page: '3' })
    expect(boardLink('Boxing').getAttribute('href')).toBe(
      '/leaderboards?gameType=boxing&period=week&view=short',
    )
    expect(boardLink('This month').getAttribute('href')).toBe(
      '/leaderboards?gameType=sumo&period=month&view=short',
    )
    expect(boardLink('Overall').getAttribute('href')).toBe('/leaderboards?period=week&view=short')
  })
})

describe('States', () => {
  test("[board.06] '245 players' only while the real number is unknown", async () => {
    const boards = fakeBoards(1_234)
    let release = () => {}
    boards.respond = (requests) =>
      new Promise((resolve) => (release = () => resolve(Response.json(boards.board(requests)))))
    await show()
    expect(screen.getByText('245 players')).toBeTruthy()
    expect(screen.getByText('Loading leaderboard...').getAttribute('role')).toBe('status')
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
    expect(document.querySelectorAll('tbody tr')).toHaveLength(5)
    expect(document.querySelectorAll('[data-skeleton]')).not.toHaveLength(0)
    await act(async () => release())
    await settle()
    expect(screen.getByText('1,234 players')).toBeTruthy()
    expect(screen.queryByText('245 players')).toBeNull()
    expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(0)
    // On to a page that is not there yet: the number is known.
    await whenReady.click(button('2'))
    await settle()
    expect(screen.getByText('1,234 players')).toBeTruthy()
  })

  test('[board.06] A board that cannot be loaded says so, with 245 players, and Retry asks again', async () => {
    const boards = fakeBoards(8)
    boards.respond = () => refused(503, 'Too busy')
    await show()
    expect(screen.getByRole('alert').textContent).toBe('Failed to load the leaderboard.Too busy')
    expect(screen.getByText('245 players')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
    expect(pageButtons()).toHaveLength(5)
    boards.respond = undefined
    await whenReady.click(button('Retry'))
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }))
    await settle()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(rows()).toHaveLength(5)
    expect(screen.getByText('8 players')).toBeTruthy()
  })

  test('a search that fails is not said to be under way, and Retry asks for everything that failed', async () => {
    const boards = fakeBoards(8)
    boards.respond = () => refused(503, 'Too busy')
    await show({ at: '/leaderboards?view=short&search=all-3', viewer: testViewer })
    expect(screen.getByText('245 players')).toBeTruthy()
    const held: (() => void)[] = []
    boards.respond = (requests) =>
      new Promise((resolve) => held.push(() => resolve(Response.json(boards.board(requests)))))
    await whenReady.click(button('Retry'))
    await settle()
    expect(screen.getByText('Searching...')).toBeTruthy()
    for (const release of held) release()
    await settle()
    expect(names()).toEqual(['overall-3'])
    expect(document.querySelector('tfoot td')?.textContent).toBe('7')
  })

  test('an empty board, and a page past the end', async () => {
    fakeBoards(0)
    const { unmount } = await show()
    expect(screen.getByText('Nobody is ranked here yet')).toBeTruthy()
    expect(screen.getByText('0 players')).toBeTruthy()
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
    unmount()
    fakeBoards(7)
    const { address } = await show({ at: '/leaderboards?view=short&page=40' })
    expect(screen.getByText('There is nobody on this page')).toBeTruthy()
    await whenReady.click(button('Back to the first page'))
    // The button is removed with its parent.
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }))
    await settle()
    expect(address()).toBe('/leaderboards?view=short')
    expect(rows()).toHaveLength(5)
  })

  test("[board.07] Under maintenance: the message, '245 players', five page buttons, and no questions", async () => {
    const boards = fakeBoards()
    await show({ maintenance: true, viewer: testViewer })
    expect(
      screen.getByText('Leaderboards are currently under maintenance. Please check back soon!'),
    ).toBeTruthy()
    expect(screen.getByText('245 players')).toBeTruthy()
    expect(pageButtons().map(({ textContent }) => textContent)).toEqual(['1', '2', '3', '4', '5'])
    expect(boards.asked).toHaveLength(0)
    expect(FakeSocket.all.flatMap(({ said }) => said)).toEqual([])
  })
})

describe('Search', () => {
  test('[board.08] is sent only above 2 characters, after a pause in typing', async () => {
    const boards = fakeBoards(60)
    const { address } = await show({ at: '/leaderboards?view=short&page=3' })
    for (const text of ['o', 'ov', '  ov  ']) {
      await type(text)
      await settle(2_000)
      expect(screen.getByText('Type at least 3 characters to search')).toBeTruthy()
    }
    expect(boards.pages).toHaveLength(1)
    for (const text of ['all', 'all-', 'all-1']) {
      await type(text)
      await settle(100)
    }
    expect(screen.queryByText('Type at least 3 characters to search')).toBeNull()
    await settle(1_000)
    expect(queries(boards).slice(1)).toEqual([
      { gameType: 'overall', period: 'all', limit: '5', offset: '0', search: 'all-1' },
    ])
    expect(address()).toBe('/leaderboards?view=short&search=all-1')
  })

  test('[board.12] shows true positions, and the number of matches beside that of all players', async () => {
    fakeBoards(60)
    await show()
    await type('all-5')
    await settle(1_000)
    expect(rows().map(([rank]) => rank)).toEqual(['5', '50', '51', '52', '53'])
    expect(screen.getByText('11 found · 60 players')).toBeTruthy()
    expect(pageButtons().map((each) => each.getAttribute('aria-disabled'))).toEqual([
      'false',
      'false',
      'false',
      'true',
      'true',
    ])
    await whenReady.click(button('3'))
    await settle()
    expect(names()).toEqual(['overall-59'])
  })

  test('Enter does not wait; nothing found says so; an emptied box brings the board back', async () => {
    fakeBoards(8)
    await show()
    await type('nobody')
    await whenReady.submit(screen.getByRole('search'))
    await settle()
    expect(screen.getByText(/^No players found matching/).textContent).toBe(
      'No players found matching "nobody"',
    )
    expect(screen.getByText('0 found · 8 players')).toBeTruthy()
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
    await type('')
    await settle(1_000)
    expect(names()[0]).toBe('overall-1')
  })

  test('a search of the address fills the box; leaving it empties the box', async () => {
    const boards = fakeBoards(8)
    const { go } = await show({ at: '/leaderboards?view=short&search=all-3' })
    const box = screen.getByRole('searchbox') as HTMLInputElement
    expect(box.value).toBe('all-3')
    expect(names()).toEqual(['overall-3'])
    // How many there are in all, nobody has asked yet; a stand-in beside a real number would deceive.
    expect(screen.getByText('1 found')).toBeTruthy()
    await go('/leaderboards?view=short')
    await settle(1_000)
    expect(box.value).toBe('')
    expect(names()).toHaveLength(5)
    expect(boards.pages).toHaveLength(2)
  })
})

describe("The viewer's own place", () => {
  test('is pinned below the page, with a way to their page', async () => {
    const boards = fakeBoards(40)
    boards.move('overall', testViewer.id, 23)
    const { address } = await show({ viewer: testViewer })
    expect(boards.asked.map(({ path }) => path)).toContain(`/api/leaderboard/around/${testViewer.id}`)
    const pinned = document.querySelector('tfoot tr')
    expect(pinned?.querySelector('td')?.textContent).toBe('23')
    expect(pinned?.textContent).toContain('You')
    expect(document.querySelector('tbody')?.textContent).not.toContain('You')

    await type('all-4')
    await settle(1_000)
    await whenReady.click(button('Jump to your place'))
    await settle()
    expect(address()).toBe('/leaderboards?view=short&page=5')
    expect(rows().map(([rank]) => rank)).toEqual(['21', '22', '23', '24', '25'])
    expect(document.querySelector('tbody')?.textContent).toContain('You')
    // Once: the page shows it.
    expect(document.querySelector('tfoot')).toBeNull()
    expect(button('You are on this page').getAttribute('aria-disabled')).toBe('true')
    expect(pageButtons().map(({ textContent }) => textContent)).toEqual(['3', '4', '5', '6', '7'])
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('')
  })

  test('is explained where they have not played, and not asked for by a visitor', async () => {
    fakeBoards(3)
    const { unmount } = await show({ viewer: testViewer })
    expect(screen.getByText(/^You are not ranked here yet/)).toBeTruthy()
    expect(document.querySelector('tfoot')).toBeNull()
    unmount()
    const boards = fakeBoards(3)
    await show()
    expect(boards.asked.map(({ path }) => path)).toEqual(['/api/leaderboard'])
    expect(screen.queryByText(/^You are not ranked here yet/)).toBeNull()
  })
})

test('[evening.12] Where few rows are shown, the own row stands among them or below them, not twice', async () => {
  const boards = fakeBoards(40)
  boards.move('overall', testViewer.id, 2)
  await show({ viewer: testViewer })
  expect(screen.getAllByText('You')).toHaveLength(1)
  expect(document.querySelector('tfoot')).toBeNull()
})

test('[evening.09] On a phone a row opens for its other figures', async () => {
  fakeBoards(3)
  await show()
  const toggle = screen.getByRole('button', { name: 'Stats of overall-2' })
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  await whenReady.click(toggle)
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('button', { name: 'Stats of overall-1' }).getAttribute('aria-expanded')).toBe(
    'false',
  )
})

test('[ranked.50] [tonight.20] A board has a podium, 25 rows a page, and keeps the own row in view, unless a reader chose five', async () => {
  const boards = fakeBoards(60)
  const { address } = await show({ at: '/leaderboards', viewer: testViewer })
  await whenReady.click(screen.getByRole('link', { name: 'Show 5 rows' }))
  await settle()
  expect(address()).toBe('/leaderboards?view=short')
  expect(names()).toHaveLength(5)
  await whenReady.click(screen.getByRole('link', { name: 'Show 25 rows' }))
  await settle()
  expect(address()).toBe('/leaderboards')
  expect(boards.pages[0]?.query.toString()).toBe('gameType=overall&period=all&limit=25&offset=0')
  const podium = within(screen.getByRole('list', { name: 'First three' }))
  expect(podium.getAllByRole('listitem').map((item) => item.querySelector('bdi')?.textContent)).toEqual([
    'overall-1',
    'overall-2',
    'overall-3',
  ])
  expect(names()).toHaveLength(22)
  expect(names()[0]).toBe('overall-4')
  expect(screen.getByRole('table', { name: 'Your place' }).className).toContain('sticky')
  await whenReady.click(pageButtons()[1] as HTMLElement)
  await settle()
  expect(address()).toBe('/leaderboards?page=2')
  expect(boards.pages.at(-1)?.query.get('offset')).toBe('25')
  expect(screen.queryByRole('list', { name: 'First three' })).toBeNull()
  expect(names()).toHaveLength(25)
  await whenReady.click(button('Jump to your place'))
  await settle()
  expect(address()).toBe('/leaderboards')
})

test('[ranked.50] A search in the full view, and a board of two, have no podium', async () => {
  fakeBoards(2)
  await show({ at: '/leaderboards' })
  expect(screen.queryByRole('list', { name: 'First three' })).toBeNull()
  expect(names()).toEqual(['overall-1', 'overall-2'])
  cleanup()
  fakeBoards(60)
  await show({ at: '/leaderboards?search=overall-1' })
  expect(screen.queryByRole('list', { name: 'First three' })).toBeNull()
  expect(names()[0]).toBe('overall-1')
})

test('[ranked.59] The full view says who moved how far since the UTC day began; the widget does not', async () => {
  const boards = fakeBoards(9)
  const gained = [2, -1, 0, 3, -12, undefined]
  boards.rows.boxing = boards.rows.boxing.map((entry, at) => ({ ...entry, moved: gained[at] }))
  await show({ at: '/leaderboards?gameType=boxing' })
  const podium = screen.getByRole('list', { name: 'First three' })
  expect([...podium.querySelectorAll('.sr-only')].map(({ textContent }) => textContent)).toEqual([
    'up 2 places today',
    'down 1 place today',
  ])
  expect(rows().map(([rank]) => rank)).toEqual([
    '43up 3 places today',
    '512down 12 places today',
    ...['6', '7', '8', '9'],
  ])
  cleanup()
  await show({ at: '/leaderboards?gameType=boxing&view=short' })
  expect(rows().map(([rank]) => rank)).toEqual(['1', '2', '3', '4', '5'])
})

test('[ranked.60] The full view of a mode can be narrowed to an input, as reported by the game', async () => {
  const boards = fakeBoards(9)
  const { address } = await show({ at: '/leaderboards' })
  expect(screen.queryByRole('navigation', { name: 'Main input' })).toBeNull()
  cleanup()
  fakeBoards(9)
  const shown = await show({ at: '/leaderboards?gameType=boxing', viewer: testViewer })
  expect(address()).toBe('/leaderboards')
  expect(boards.pages).toHaveLength(1)
  const inputs = within(screen.getByRole('navigation', { name: 'Main input' }))
  expect(inputs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    ...['All inputs', 'Touch', 'Controller', 'Keyboard'],
  ])
  expect(screen.getByText(/as the game reports it/)).toBeTruthy()
  await whenReady.click(inputs.getByRole('link', { name: 'Touch' }))
  await settle()
  expect(shown.address()).toBe('/leaderboards?gameType=boxing&input=touch')
  expect(screen.getByRole('heading', { name: 'Boxing · All time · Touch' })).toBeTruthy()
  await whenReady.click(screen.getByRole('link', { name: 'All inputs' }))
  await settle()
  expect(shown.address()).toBe('/leaderboards?gameType=boxing')
})
