import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenReady } from '../../testing/actions.ts'
import { makeQueryClient } from '../query-client.ts'
import { RowAnchor } from './row-anchor.tsx'

const rowPx = 100
/** The rows of the list, as the site has them. */
let rows: string[]
let scrolled = 0
/** The board waits for its answer where a test says so. */
let answer: Promise<void>

beforeEach(() => {
  vi.useFakeTimers()
  rows = Array.from({ length: 30 }, (_, at) => `player-${at + 1}`)
  scrolled = 0
  answer = Promise.resolve()
  vi.stubGlobal('innerHeight', 700)
  vi.stubGlobal('scrollBy', ({ top }: { top: number }) => place(scrolled + top))
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const at = [...document.querySelectorAll('li')].indexOf(this as HTMLLIElement)
    return new DOMRect(0, at * rowPx - scrolled, 300, rowPx)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function place(y: number) {
  scrolled = y
  vi.stubGlobal('scrollY', y)
}

const settle = (ms = 300) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))

function Board() {
  const { data } = useQuery({
    queryKey: ['board'],
    staleTime: 0,
    queryFn: async () => {
      const read = [...rows]
      await answer
      return read
    },
  })
  return (
    <ol>
      {data?.map((name) => (
        <li key={name} data-anchor={name}>
          <Link to="/player">{name}</Link>
        </li>
      ))}
    </ol>
  )
}

async function show() {
  const router = createMemoryRouter(
    [
      {
        element: (
          <>
            <Outlet />
            <RowAnchor />
          </>
        ),
        children: [
          { path: '/board', Component: Board },
          { path: '/player', element: <h1>A player</h1> },
        ],
      },
    ],
    { initialEntries: ['/board'] },
  )
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await settle()
  /** Whatever the pixel was, the row is what counts. */
  const back = async (y = 0) => {
    await act(async () => void (await router.navigate(-1)))
    place(y)
    await settle()
  }
  return { back, go: (to: string) => act(async () => void (await router.navigate(to))) }
}

const topOf = (name: string) => screen.getByRole('link', { name }).closest('li')!.getBoundingClientRect().top
const press = async (name: string) => {
  await whenReady.click(screen.getByRole('link', { name }))
  await settle()
}
const move = (name: string, to: number) => {
  rows = rows.filter((row) => row !== name)
  rows.splice(to, 0, name)
}

test('[evening.69] Back ends at the row that was pressed, wherever the list has it now, also when that is only learnt later', async () => {
  const { back } = await show()
  place(1_000)
  expect(topOf('player-13')).toBe(200)
  await press('player-13')
  for (const name of ['player-25', 'player-26', 'player-27']) move(name, 0)
  let arrive = () => {}
  answer = new Promise((resolve) => {
    arrive = resolve
  })
  await back(1_000)
  // The list of before is there at once.
  expect(topOf('player-13')).toBe(200)
  arrive()
  await settle()
  expect(scrolled).toBe(1_300)
  expect(topOf('player-13')).toBe(200)
})

test('[evening.69] Where the row has gone, the first of those beside it that is left stays where it was', async () => {
  const { back } = await show()
  place(1_000)
  await press('player-13')
  rows = rows.filter((row) => !['player-11', 'player-12', 'player-13'].includes(row))
  await back(0)
  expect(topOf('player-14')).toBe(300)
})

test('[evening.69] Who scrolls meanwhile is not taken back; a new page and the top of one stay where they are', async () => {
  const { back, go } = await show()
  place(1_000)
  await press('player-13')
  answer = new Promise(() => {})
  await back(1_000)
  await whenReady.wheel(window)
  place(400)
  await settle()
  expect(scrolled).toBe(400)

  await go('/player')
  place(0)
  await go('/board')
  await settle()
  expect(scrolled).toBe(0)
})
