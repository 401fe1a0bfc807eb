import { act, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { OwnUser } from '../../contract/accounts/users-schemas.ts'
import { addServerLink } from '../../contract/content/site.ts'
import { whenReady } from '../testing/actions.ts'
import { renderOnPages } from '../testing/pages.tsx'
import { TestProviders, testSite, testViewer } from '../testing/site.tsx'
import { takenOver } from '../testing/taken-over.tsx'
import { Header } from './header.tsx'

const header = (viewer: OwnUser | null = null, onLogout = () => {}) => (
  <Header viewer={viewer} onLogout={onLogout} statusIndicator={<span>5 Players Online</span>} />
)

const entries = [
  ['Home', '/'],
  ['Minigames', '/minigames'],
  ['Leaderboards', '/leaderboards'],
  ['Rules', '/rules'],
  ['Events', '/events'],
  ['Shop', '/shop'],
  ['Community', '/community'],
  ['Contact', '/contact'],
  ['FAQ', '/faq'],
] as const

// Hidden by a class at most: jsdom applies no style sheet, so roles are found in both states.
const nav = () => screen.getByRole('navigation', { name: 'Main' })
/** On small screens. */
const sheet = () => nav().parentElement!
const links = () => within(nav()).getAllByRole('link')
const toggle = () => screen.getByLabelText('Menu')
const disclosure = () => toggle().closest('details')!
/** The style sheet shows what follows a `details` that is open. */
const isOpen = () =>
  disclosure().open &&
  sheet().parentElement!.matches('details[open].peer ~ .nav-sheet\\:peer-open\\:contents')
const isClosed = () =>
  !disclosure().open && sheet().parentElement!.matches('details.peer ~ .nav-sheet\\:hidden')

test('[frame.03] Header logo links to /', async () => {
  await renderOnPages(header(), '/rules')
  expect(screen.getByRole('link', { name: 'Ember Isles' }).getAttribute('href')).toBe('/')
})

test('[frame.04] Header shows the live server-status indicator', async () => {
  await renderOnPages(header())
  expect(within(screen.getByRole('banner')).getByText('5 Players Online')).toBeTruthy()
})

test('[frame.05] Main navigation has its nine entries in their order', async () => {
  await renderOnPages(header())
  expect(links().map((link) => [link.textContent, link.getAttribute('href')])).toEqual(entries)
})

test('[tonight.41] The collapsed menu has Live, Cups, Feed and News below the nine entries', async () => {
  const below = () =>
    within(screen.getByRole('navigation', { name: 'More' }))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])
  await renderOnPages(header())
  expect(below()).toEqual([
    ['Live', '/live'],
    ['Cups', '/cups'],
    ['Feed', '/social'],
    ['News', '/news'],
  ])
})

test('[frame.06] The navigation entry of the current route is highlighted, and no other', async () => {
  const { go } = await renderOnPages(header())
  const highlighted = () =>
    links()
      .filter((link) => link.className.includes('nav-current'))
      .map((link) => link.textContent)
  const announced = () =>
    links()
      .filter((link) => link.getAttribute('aria-current') === 'page')
      .map((link) => link.textContent)
  for (const [label, path] of entries) {
    await go(path)
    expect(highlighted()).toEqual([label])
    expect(announced()).toEqual([label])
  }
  await go('/Rules/')
  expect(announced()).toEqual(['Rules'])
  for (const elsewhere of ['/profile', '/rank-perks', '/rulesandmore', '/community/x']) {
    await go(elsewhere)
    expect(highlighted()).toEqual([])
    expect(announced()).toEqual([])
  }
})

test("[frame.07] Signed out, the header shows a 'LOGIN' button that leads to /auth, and no avatar menu", async () => {
  await renderOnPages(header())
  expect(screen.getByRole('link', { name: 'LOGIN' }).getAttribute('href')).toBe('/auth')
  expect(screen.queryByLabelText(/account menu/i)).toBeNull()
})

test("[frame.08] Signed in, the header shows an avatar menu with username, rank and a link to /profile, and no 'LOGIN' button", async () => {
  const onLogout = vi.fn()
  await renderOnPages(header(testViewer, onLogout))
  expect(screen.queryByText('LOGIN')).toBeNull()
  const trigger = screen.getByLabelText('Account menu of steve')
  expect(trigger.textContent).toBe('ST')
  await whenReady.click(trigger)
  const details = trigger.closest('details')!
  expect(details.open).toBe(true)
  const menu = within(details)
  expect(menu.getByText('steve')).toBeTruthy()
  expect(menu.getByText('Isles Staff')).toBeTruthy()
  expect(menu.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/profile')
  await whenReady.click(menu.getByRole('button', { name: 'Logout' }))
  expect(onLogout).toHaveBeenCalledOnce()
  expect(details.open).toBe(false)
})

test('The account menu closes on Escape, on a press or the focus outside, and when it led to a page', async () => {
  const { pathname } = await renderOnPages(header(testViewer))
  const trigger = screen.getByLabelText('Account menu of steve')
  const details = trigger.closest('details')!
  const open = async () => {
    await whenReady.click(trigger)
    expect(details.open).toBe(true)
  }
  const profile = () => within(details).getByRole('link', { name: 'Settings' })
  await open()
  await whenReady.keyDown(profile(), { key: 'Escape' })
  expect(details.open).toBe(false)
  expect(document.activeElement).toBe(trigger)
  await open()
  await whenReady.pointerDown(profile())
  expect(details.open).toBe(true)
  await whenReady.pointerDown(screen.getByRole('link', { name: 'Ember Isles' }))
  expect(details.open).toBe(false)
  await open()
  await whenReady.focusIn(profile())
  expect(details.open).toBe(true)
  await whenReady.focusIn(links()[0]!)
  expect(details.open).toBe(false)
  await open()
  await whenReady.click(profile())
  await vi.waitFor(() => expect(pathname()).toBe('/profile'))
  expect(details.open).toBe(false)
})

test("Both menus are in the server's HTML, and what was opened before hydration stays open", async () => {
  const page = () => (
    <TestProviders>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: header(testViewer) }])} />
    </TestProviders>
  )
  await takenOver(page(), (html) => {
    for (const details of html.querySelectorAll('details')) details.open = true
  })
  expect(disclosure().open).toBe(true)
  expect(screen.getByLabelText('Account menu of steve').closest('details')?.open).toBe(true)
  expect(screen.getByRole('button', { name: 'Logout' })).toBeTruthy()
})

test('[frame.09] On small screens the navigation is collapsed behind a toggle; the toggle opens and closes it', async () => {
  await renderOnPages(header())
  expect(isClosed()).toBe(true)
  await whenReady.click(toggle())
  expect(isOpen()).toBe(true)
  await whenReady.click(toggle())
  expect(isClosed()).toBe(true)
})

test('[frame.10] On small screens an open navigation closes on every route change', async () => {
  const { go, pathname } = await renderOnPages(header())
  await whenReady.click(toggle())
  await whenReady.click(within(nav()).getByRole('link', { name: 'Shop' }))
  await vi.waitFor(() => expect(pathname()).toBe('/shop'))
  expect(isClosed()).toBe(true)
  await whenReady.click(toggle())
  expect(isOpen()).toBe(true)
  await go(-1)
  expect(pathname()).toBe('/')
  expect(isClosed()).toBe(true)
})

test('Escape closes the open navigation and gives the focus back to its toggle', async () => {
  await renderOnPages(header())
  await whenReady.click(toggle())
  await whenReady.keyDown(links()[0]!, { key: 'Escape' })
  expect(isClosed()).toBe(true)
  expect(document.activeElement).toBe(toggle())
})

test('[evening.54] JOIN is in the header wherever the top of home is not in view, and on phones in its menu', async () => {
  let see = (_isIntersecting: boolean) => {}
  class Observer {
    constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
      see = (isIntersecting) => act(() => notify([{ isIntersecting }]))
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const page = (
    <>
      {header(testViewer)}
      <div data-hero />
    </>
  )
  const { go } = await renderOnPages(page)
  const joins = () => screen.queryAllByRole('link', { name: /^JOIN/ }).map(({ textContent }) => textContent)
  see(true)
  expect(joins()).toEqual([])
  see(false)
  expect(joins()).toEqual(['JOIN SERVER', 'JOIN'])
  see(true)
  expect(joins()).toEqual([])
  await go('/rules')
  expect(joins()).toEqual(['JOIN SERVER', 'JOIN'])
  const [inMenu, join] = screen.getAllByRole('link', { name: /^JOIN/ })
  expect([sheet().contains(inMenu!), sheet().contains(join!)]).toEqual([true, false])
  for (const link of [inMenu!, join!]) expect(link.getAttribute('href')).toBe(addServerLink(testSite))
  vi.unstubAllGlobals()
})
