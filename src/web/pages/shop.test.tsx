import { screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import type { MetaDescriptor } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { shopQuery } from '../domains/content/shop/shop-query.ts'
import { api } from '../platform/api.ts'
import { makeQueryClient } from '../platform/query-client.ts'
import { whenReady } from '../testing/actions.ts'
import { documentOf, showContentPage, shownToast } from '../testing/content-pages.tsx'
import { fakeApi, refuse, respondWith } from '../testing/fake-api.ts'
import { shippedShop, testSite } from '../testing/site.tsx'
import ShopPage, { meta } from './shop.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

const address = 'GET /api/content/shop'

async function show(shop = shippedShop) {
  const calls = fakeApi({ [address]: respondWith(shop) })
  const view = await showContentPage(<ShopPage />, { at: '/shop' })
  return { ...view, calls }
}

const section = (name: string) => within(screen.getByRole('region', { name }))
const offer = (name: string) => screen.getByRole('article', { name })

test('A shop that does not load is reported with the sentence of the server, and Retry asks again', async () => {
  fakeApi({ [address]: refuse(503, 'overloaded', 'The site is busy.') })
  const { settled } = await showContentPage(<ShopPage />, { at: '/shop' })
  expect(screen.getByRole('alert').textContent).toBe('Failed to load the shop.The site is busy.')
  expect(screen.queryByRole('button', { name: 'PURCHASE' })).toBeNull()
  fakeApi({ [address]: respondWith(shippedShop) })
  await whenReady.click(screen.getByRole('button', { name: 'Retry' }))
  await settled()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(offer('Gold')).toBeTruthy()
})

test('While the shop is on its way, its places are held', async () => {
  fakeApi({ [address]: () => new Promise<Response>(() => {}) })
  await showContentPage(<ShopPage />, { at: '/shop', isPending: true })
  expect(screen.getByRole('status').textContent).toBe('Loading the shop...')
})

test("[shop.06] Any 'PURCHASE' click shows the toast and makes no call", async () => {
  const { calls, settled } = await show()
  const buttons = screen.getAllByRole('button', { name: 'PURCHASE' })
  expect(buttons).toHaveLength(5)
  const opened = vi.fn()
  vi.stubGlobal('open', opened)
  for (const button of buttons) {
    await whenReady.click(button)
    expect(shownToast()).toEqual([
      'This feature is unavailable',
      'Payment processing is currently unavailable. Please try again later.',
    ])
    await whenReady.click(screen.getByRole('button', { name: 'Close' }))
  }
  await settled()
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([address])
  expect(opened).not.toHaveBeenCalled()
})

test("[shop.06] Every 'PURCHASE' button says for screen readers what it belongs to", async () => {
  await show()
  const described = screen
    .getAllByRole('button', { name: 'PURCHASE' })
    .map((button) => document.getElementById(button.getAttribute('aria-describedby')!)?.textContent)
  expect(described).toEqual(['Gold', 'Emerald', 'Diamond', 'Game Pass', 'Battle Pass'])
})

test('[shop.01] /shop has the sections Server Ranks and Server Subscriptions', async () => {
  await show()
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Server Ranks',
    'Server Subscriptions',
  ])
  const offersIn = (name: string) =>
    section(name)
      .getAllByRole('article')
      .map((article) => within(article).getByRole('heading').textContent)
  expect(offersIn('Server Ranks')).toEqual(['Gold', 'Emerald', 'Diamond'])
  expect(offersIn('Server Subscriptions')).toEqual(['Game Pass', 'Battle Pass'])
})

test("[shop.02] 'VIEW ALL PERKS' leads to /rank-perks", async () => {
  await show()
  expect(screen.getByRole('link', { name: 'VIEW ALL PERKS' }).getAttribute('href')).toBe('/rank-perks')
})

test.each([
  ['Gold', '$4.99'],
  ['Emerald', '$9.99'],
  ['Diamond', '$14.99'],
])('[shop.03] The rank %s costs %s once', async (name, price) => {
  await show()
  expect(within(offer(name)).getByText(price).parentElement?.textContent).toBe(`${price}once`)
})

test('[shop.04] The shop says that an upgrade pays the difference, and which that is', async () => {
  await show()
  const ranks = section('Server Ranks')
  expect(ranks.getByText('Pay once, keep it forever. An upgrade pays the difference.')).toBeTruthy()
  const heading = ranks.getByRole('heading', { name: 'Own a rank already?' })
  const ways = within(heading.parentElement!).getAllByRole('listitem')
  expect(ways.map(({ textContent }) => textContent)).toEqual([
    'GoldEmerald$5.00',
    'GoldDiamond$10.00',
    'EmeraldDiamond$5.00',
  ])
})

test('[shop.04] A rank that costs no more than a lower one is no upgrade', async () => {
  const { ranks } = shippedShop
  const prices = [499, 499, 0]
  const flat = { ...ranks, tiers: ranks.tiers.map((tier, at) => ({ ...tier, cents: prices[at]! })) }
  await show({ ...shippedShop, ranks: flat })
  expect(screen.queryByText('Own a rank already?')).toBeNull()
})

test.each([
  ['Game Pass', '$4.99'],
  ['Battle Pass', '$9.99'],
])('[shop.05] The %s costs %s per month', async (name, price) => {
  await show()
  expect(within(offer(name)).getByText(price).parentElement?.textContent).toBe(`${price}per month`)
})

test("[frame.29] Offers and prices are in the server's HTML, and taking it over changes nothing", async () => {
  fakeApi({ [address]: respondWith(shippedShop) })
  const client = makeQueryClient()
  await client.prefetchQuery(shopQuery(api))
  const calls = fakeApi({})
  const container = document.createElement('div')
  container.innerHTML = renderToString(documentOf(<ShopPage />, '/shop', client))
  for (const text of ['Battle Pass', '$14.99', 'Paid by the month'])
    expect(container.textContent).toContain(text)
  document.body.append(container)
  await showContentPage(<ShopPage />, { at: '/shop', client, container })
  expect(calls).toEqual([])
  container.remove()
})

test('/shop is titled with the name of the site', () => {
  const matches = [{ id: 'root', loaderData: { site: testSite } }]
  const tags = meta({ matches } as unknown as Parameters<typeof meta>[0]) as MetaDescriptor[]
  expect(tags).toContainEqual({ title: 'Shop · Ember Isles' })
})

test('[evening.60] PURCHASE opens the store in a new tab where there is one; without one the page says once that nothing can be bought', async () => {
  const note = /^You cannot buy anything here yet/
  const { unmount } = await show()
  expect(screen.getAllByText(note)).toHaveLength(1)
  unmount()
  await show({ ...shippedShop, storeUrl: 'https://store.isles.example/' })
  expect(screen.queryByText(note)).toBeNull()
  expect(screen.queryByRole('button', { name: 'PURCHASE' })).toBeNull()
  const links = screen.getAllByRole('link', { name: 'PURCHASE' })
  expect(links).toHaveLength(5)
  for (const link of links)
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      'https://store.isles.example/',
      '_blank',
      'noopener noreferrer',
    ])
})
