import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { whenReady } from '../testing/actions.ts'
import { renderOnPages } from '../testing/pages.tsx'
import { BackToCommunity } from './back-to-community.tsx'

afterEach(() => history.replaceState(null, ''))

const back = () => screen.queryByRole('button', { name: 'Back' })
const community = () => screen.queryByRole('link', { name: 'Back to Community' })?.getAttribute('href')

test('[evening.58] The way back goes where one came from, and to /community for who came from elsewhere', async () => {
  const { unmount } = await renderOnPages(<BackToCommunity />, '/match/1')
  expect([back(), community()]).toEqual([null, '/community'])
  unmount()

  // As the router numbers the second page of a visit.
  history.replaceState({ idx: 1 }, '')
  const { go, pathname } = await renderOnPages(<BackToCommunity />, '/leaderboards')
  await go('/match/1')
  expect(community()).toBeUndefined()
  await whenReady.click(back()!)
  await vi.waitFor(() => expect(pathname()).toBe('/leaderboards'))
})

test('[evening.58] A player page offers /community as well', async () => {
  history.replaceState({ idx: 1 }, '')
  await renderOnPages(<BackToCommunity always />, '/player/5')
  expect([back() !== null, community()]).toEqual([true, '/community'])
})
