import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { whenReady } from '../../../testing/actions.ts'
import { showContentPage } from '../../../testing/content-pages.tsx'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { shippedShop } from '../../../testing/site.tsx'
import { crestArt } from './crest-art.ts'
import { ServerRanks } from './server-ranks.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

const address = 'GET /api/content/shop'
const show = () => showContentPage(<ServerRanks />, { at: '/' })
const section = () => within(screen.getByRole('region', { name: 'Server Ranks' }))

test('[home.04] Ranks that do not load are told, with the way to the shop still there', async () => {
  fakeApi({ [address]: refuse(503, 'overloaded', 'The site is busy.') })
  const { settled } = await show()
  expect(section().getByRole('alert').textContent).toBe('Failed to load the shop.The site is busy.')
  expect(section().getByRole('link', { name: 'Visit the shop' }).getAttribute('href')).toBe('/shop')
  fakeApi({ [address]: respondWith(shippedShop) })
  await whenReady.click(section().getByRole('button', { name: 'Retry' }))
  expect(document.activeElement?.textContent).toBe('Server Ranks')
  await settled()
  expect(section().getByRole('heading', { name: 'Gold' })).toBeTruthy()
})

test('[home.04] While the ranks are on their way, their place is held', async () => {
  fakeApi({ [address]: () => new Promise<Response>(() => {}) })
  await showContentPage(<ServerRanks />, { at: '/', isPending: true })
  expect(section().getByRole('status').textContent).toBe('Loading the ranks...')
})

test('[home.04] The Server Ranks section shows Gold, Emerald and Diamond with their prices, and leads to the shop and to all perks', async () => {
  fakeApi({ [address]: respondWith(shippedShop) })
  await show()
  const ranks = section()
    .getAllByRole('heading', { level: 3 })
    .map((heading) => `${heading.textContent} ${heading.nextElementSibling?.textContent}`)
  expect(ranks).toEqual(['Gold $4.99once', 'Emerald $9.99once', 'Diamond $14.99once'])
  expect(section().getByText(shippedShop.ranks.tiers[2]!.tagline)).toBeTruthy()
  expect(section().getByRole('link', { name: 'All perks' }).getAttribute('href')).toBe('/rank-perks')
  expect(section().queryByRole('button', { name: 'PURCHASE' })).toBeNull()
})

test('Every crest is twenty by twenty pixels, each of a colour that it has', () => {
  for (const [tier, { rows, colours }] of Object.entries(crestArt)) {
    expect(
      rows.map(({ length }) => length),
      tier,
    ).toEqual(Array.from({ length: 20 }, () => 20))
    const used = new Set(rows.join('').replaceAll('.', ''))
    expect([...used].sort(), tier).toEqual(Object.keys(colours).sort())
  }
})
