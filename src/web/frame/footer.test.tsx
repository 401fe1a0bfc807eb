import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearToasts } from '../platform/toasts.ts'
import { whenReady } from '../testing/actions.ts'
import { renderOnPages } from '../testing/pages.tsx'
import { testSite } from '../testing/site.tsx'
import { ToastRegion } from '../ui/toast.tsx'
import { Footer } from './footer.tsx'

const scrollTo = vi.fn()
const open = vi.fn()
/** Where outside links lead is not for jsdom to follow. */
const skipClientLoader = (event: MouseEvent) => {
  if (event.target instanceof HTMLAnchorElement) event.preventDefault()
}

beforeEach(() => {
  scrollTo.mockReset()
  open.mockReset()
  vi.stubGlobal('scrollTo', scrollTo)
  vi.stubGlobal('open', open)
  window.addEventListener('click', skipClientLoader)
})

afterEach(() => {
  cleanup()
  window.removeEventListener('click', skipClientLoader)
  act(() => clearToasts())
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const footer = (
  <>
    <Footer />
    <ToastRegion />
  </>
)

const linksOf = (name: string) => within(screen.getByRole('navigation', { name })).getAllByRole('link')
const content = () => within(screen.getByRole('contentinfo'))

test("[frame.16] Footer has internal links / (Home), /minigames, /leaderboards, /rules, /events, /shop, /forums, /faq and /report ('Report a Bug')", async () => {
  await renderOnPages(footer)
  expect(linksOf('Footer').map((link) => link.getAttribute('href'))).toEqual([
    '/',
    '/minigames',
    '/leaderboards',
    '/rules',
    '/events',
    '/shop',
    '/forums',
    '/faq',
    '/report',
  ])
  expect(linksOf('Footer')[0]?.textContent).toBe('Home')
  expect(linksOf('Footer')[8]?.textContent).toBe('Report a Bug')
})

test("[frame.17] The footer's /forums link is marked 'Coming Soon'", async () => {
  await renderOnPages(footer)
  const marked = linksOf('Footer').filter((link) => within(link).queryByText('Coming Soon'))
  expect(marked.map((link) => link.getAttribute('href'))).toEqual(['/forums'])
})

test('[frame.18] Every footer link scrolls to the top, also when it names the current page', async () => {
  await renderOnPages(footer, '/rules')
  const links = content()
    .getAllByRole('link')
    .filter((link) => link.textContent !== 'PLAY NOW')
  // Logo, pages, socials, news, staff application and link hub, legal pages.
  expect(links).toHaveLength(1 + 9 + 7 + 1 + 2 + 3)
  for (const link of links) {
    scrollTo.mockReset()
    await whenReady.click(link)
    expect(scrollTo, link.textContent ?? '').toHaveBeenCalledWith({ top: 0, left: 0, behavior: 'instant' })
  }
})

test('[frame.19] Footer has external links Discord, YouTube, Twitter, Instagram, Twitch, TikTok, Bluesky', async () => {
  await renderOnPages(footer)
  const { links } = testSite
  expect(linksOf('Social media').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Discord', links.discord],
    ['YouTube', links.youtube],
    ['Twitter', links.twitter],
    ['Instagram', links.instagram],
    ['Twitch', links.twitch],
    ['TikTok', links.tiktok],
    ['Bluesky', links.bluesky],
  ])
  for (const link of linksOf('Social media')) {
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  }
})

test('[frame.20] Footer has external links to the staff-application form and to a social link hub', async () => {
  await renderOnPages(footer)
  const href = (name: string) => content().getByRole('link', { name }).getAttribute('href')
  expect(href('Staff application')).toBe(testSite.links.staffApplication)
  expect(href('All links')).toBe(testSite.links.linkHub)
})

test('[join.09] The external link button for the staff application waits 2 s', async () => {
  await renderOnPages(footer)
  vi.useFakeTimers()
  await whenReady.click(content().getByRole('link', { name: 'Staff application' }))
  act(() => vi.advanceTimersByTime(1_999))
  expect(open).not.toHaveBeenCalled()
  act(() => vi.advanceTimersByTime(1))
  expect(open.mock.calls).toEqual([[testSite.links.staffApplication, '_blank', 'noopener,noreferrer']])
})

test("[frame.21] Footer has a 'PLAY NOW' join button", async () => {
  await renderOnPages(footer)
  expect(content().getByRole('link', { name: 'PLAY NOW' }).getAttribute('href')).toBe(
    'minecraft://?addExternalServer=Ember%20Isles|play.isles.example:19132',
  )
})

test('[frame.22] Footer shows the server address {host} and the port', async () => {
  await renderOnPages(footer)
  const beside = (term: string) => content().getByText(term).nextElementSibling?.textContent
  expect(beside('Server address')).toBe('play.isles.example')
  expect(beside('Port')).toBe('19132')
})

test('[frame.23] Footer has a copyright line with a note that the product is not affiliated with Mojang', async () => {
  await renderOnPages(footer)
  const line = content().getByText(/©/).textContent
  expect(line).toContain(`© ${new Date().getUTCFullYear()} Ember Isles`)
  expect(line).toContain('not affiliated with Mojang')
})

test("[frame.24] Footer's 'Privacy Policy', 'Terms of Service' and 'Cookie Policy' lead to /privacy, /terms and /cookies", async () => {
  await renderOnPages(footer)
  const leads = ['Privacy Policy', 'Terms of Service', 'Cookie Policy'].map((name) =>
    content().getByRole('link', { name }).getAttribute('href'),
  )
  expect(leads).toEqual(['/privacy', '/terms', '/cookies'])
})
