import { QueryClient, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TestProviders } from '../testing/site.tsx'
import { PageProgressBar } from './frame.tsx'
import { advance, hiddenProgress, type PageProgress } from './use-page-progress.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A request that answers after a while. */
function Slow({ name, ms }: { name: string; ms: number }) {
  useQuery({
    queryKey: [name],
    queryFn: () => new Promise<string>((resolve) => setTimeout(() => resolve('done'), ms)),
  })
  return null
}

/** Something on the page that asks again and again, as the status poll does. */
function Endless() {
  const { refetch } = useQuery({
    queryKey: ['status'],
    queryFn: () => new Promise<string>((resolve) => setTimeout(() => resolve('up'), 50)),
  })
  useEffect(() => {
    const timer = setInterval(() => void refetch(), 60)
    return () => clearInterval(timer)
  }, [refetch])
  return null
}

async function renderAt(path: string) {
  const router = createMemoryRouter(
    [
      {
        element: (
          <>
            <PageProgressBar />
            <Outlet />
          </>
        ),
        children: [
          { path: '/', element: <h1>Home</h1> },
          { path: '/rules', element: <h1>Rules</h1> },
          { path: '/slow', element: <Slow name="posts" ms={1_000} /> },
          { path: '/never', element: <Slow name="posts" ms={1_000_000} /> },
          { path: '/status', element: <Endless /> },
        ],
      },
    ],
    { initialEntries: [path] },
  )
  render(
    <TestProviders client={new QueryClient()}>
      <RouterProvider router={router} />
    </TestProviders>,
  )
  await act(async () => {})
  return (to: string) => act(async () => void (await router.navigate(to)))
}

/** In steps, because what a timer renders sets the next timer. */
async function pass(ms: number) {
  for (let left = ms; left > 0; left -= 10) {
    await act(async () => {
      await vi.advanceTimersByTimeAsync(Math.min(10, left))
    })
  }
}

const bar = () => screen.queryByRole('progressbar', { name: 'Page loading' })
const percent = () => Number(bar()?.getAttribute('aria-valuenow'))

test('[frame.11] A progress bar is visible while a page loads; loading begins on route change', async () => {
  const go = await renderAt('/')
  expect(bar()).toBeNull()
  await pass(2_000)
  expect(bar()).toBeNull()
  await go('/slow')
  expect(bar()).not.toBeNull()
  expect(percent()).toBe(0)
})

test('[frame.11] What is not a route change does not begin loading', async () => {
  const go = await renderAt('/rules')
  await go('/rules?section=chat')
  await pass(100)
  expect(bar()).toBeNull()
})

test('[frame.12] While loading, the progress bar climbs 5 percent every 50 ms and stops at 70 percent', async () => {
  const go = await renderAt('/')
  await go('/never')
  const seen: number[] = []
  for (let step = 0; step < 16; step += 1) {
    await pass(50)
    seen.push(percent())
  }
  expect(seen).toEqual([5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 70, 70])
})

test('[frame.13] When loading ends, the progress bar jumps to 100 percent and hides after 300 ms', async () => {
  const go = await renderAt('/')
  await go('/rules')
  await pass(490)
  expect(percent()).toBe(45)
  await pass(10)
  expect(percent()).toBe(100)
  await pass(290)
  expect(percent()).toBe(100)
  await pass(10)
  expect(bar()).toBeNull()
})

test('[frame.14] Page loading ends about 300 ms plus 200 ms after no data requests are pending', async () => {
  const go = await renderAt('/')
  await go('/slow')
  await pass(1_000 + 480)
  expect(percent()).toBe(70)
  await pass(40)
  expect(percent()).toBe(100)
})

test('[frame.15] A pending server-status request does not keep the progress bar loading', async () => {
  const go = await renderAt('/')
  await go('/status')
  await pass(480)
  expect(percent()).toBe(45)
  await pass(40)
  expect(percent()).toBe(100)
})

test('A second route change while loading starts over', async () => {
  const go = await renderAt('/')
  await go('/rules')
  await pass(400)
  expect(percent()).toBe(40)
  await go('/')
  expect(percent()).toBe(0)
  await pass(400)
  expect(percent()).toBeLessThan(100)
  await pass(100)
  expect(percent()).toBe(100)
})

test('Late ticks change nothing once the bar is full or gone', () => {
  const full: PageProgress = { phase: 'done', percent: 100 }
  expect(advance(full, 'step')).toBe(full)
  expect(advance(full, 'end')).toBe(full)
  expect(advance(hiddenProgress, 'step')).toBe(hiddenProgress)
  expect(advance(hiddenProgress, 'end')).toBe(hiddenProgress)
  expect(advance({ phase: 'loading', percent: 35 }, 'hide')).toEqual({ phase: 'loading', percent: 35 })
})
