import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { shippedFooter, shippedHeader } from '../../contract/content/navigation.ts'
import type { SiteSettings } from '../../contract/content/site.ts'
import Boundary from '../pages/boundary.tsx'
import { SiteProvider } from '../platform/site.tsx'
import { renderOnPages } from '../testing/pages.tsx'
import { testSite } from '../testing/site.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

const frame = (own: Partial<SiteSettings>) => (
  <SiteProvider site={{ ...testSite, ...own }}>
    <Header viewer={null} onLogout={() => {}} statusIndicator={<span />} />
    <Boundary />
    <Footer />
  </SiteProvider>
)

const linksOf = (name: string) =>
  within(screen.getByRole('navigation', { name }))
    .queryAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('target')])

test('[settings.93] While nothing was set, header and footer are as shipped, to the byte', async () => {
  const { container, unmount } = await renderOnPages(frame({}))
  const asShipped = container.innerHTML
  unmount()
  const navigation = { header: shippedHeader, footer: shippedFooter }
  const own = await renderOnPages(frame({ navigation }))
  expect(own.container.innerHTML.replace(/_r_\w+_/g, '')).toBe(asShipped.replace(/_r_\w+_/g, ''))
})

test('[settings.94] Header and footer have their own entries in order; another site opens in a new tab', async () => {
  const map = { label: 'Map', to: 'https://map.example/' }
  const about = { label: 'About', to: '/p/about' }
  await renderOnPages(frame({ navigation: { header: [map, about], footer: [about, map] } }), '/p/about')
  const shown = [
    ['Map', 'https://map.example/', '_blank'],
    ['About', '/p/about', null],
  ]
  expect(linksOf('Main')).toEqual(shown)
  expect(linksOf('Footer')).toEqual(shown.toReversed())
  const current = within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', {
    name: 'About',
  })
  expect(current.getAttribute('aria-current')).toBe('page')
})

test.each(['/shop', '/Rank-Perks/', '/posts/5'])(
  '[settings.95] %s is a 404 while its part is off, also inside the site, and the form of staff has no button',
  async (path) => {
    const view = await renderOnPages(frame({ off: ['shop', 'social', 'apply'] }), path)
    expect(screen.getByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
    expect(screen.queryByText('Staff application')).toBeNull()
    await view.go('/rules')
    expect(screen.queryByRole('heading', { name: '404 Page Not Found' })).toBeNull()
    await view.go(path)
    expect(screen.getByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
  },
)

test('[tonight.41] The collapsed menu has nothing below the entries that is off or already among them', async () => {
  const news = { label: 'News', to: '/news' }
  await renderOnPages(frame({ off: ['events'], navigation: { header: [news], footer: [] } }))
  expect(linksOf('More').map(([label]) => label)).toEqual(['Live', 'Feed'])
})
