import { screen, within } from '@testing-library/react'
import type { MetaDescriptor } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { whenReady } from '../testing/actions.ts'
import { showContentPage } from '../testing/content-pages.tsx'
import { fakeApi, refuse, respondWith } from '../testing/fake-api.ts'
import { shippedShop, testSite } from '../testing/site.tsx'
import RankPerksPage, { meta } from './rank-perks.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

const address = 'GET /api/content/shop'

async function show() {
  fakeApi({ [address]: respondWith(shippedShop) })
  return showContentPage(<RankPerksPage />, { at: '/rank-perks' })
}

const heads = () => screen.getAllByRole('columnheader')

/** What the row says for Free, Gold, Emerald, Diamond, Game Pass and Battle Pass. */
const values = (perk: string) => {
  const row = screen.getByRole('rowheader', { name: new RegExp(`^${perk}`) }).closest('tr')!
  return within(row)
    .getAllByRole('cell')
    .map((cell) => cell.lastElementChild?.textContent)
}

/** Plans whose columns a small screen shows, from the left to the right. */
const compared = () => {
  const shown = heads()
    .slice(1)
    .filter(({ className }) => !className.includes('max-lg:not-noscript:hidden'))
  const place = ({ className }: Element) => Number(/max-lg:not-noscript:order-(\d)/.exec(className)?.[1])
  return shown
    .toSorted((a, b) => place(a) - place(b))
    .map((head) => head.querySelector('span span')?.textContent)
}

test('Perks that do not load are reported with the sentence of the server, and Retry asks again', async () => {
  fakeApi({ [address]: refuse(503, 'overloaded', 'The site is busy.') })
  const { settled } = await showContentPage(<RankPerksPage />, { at: '/rank-perks' })
  expect(screen.getByRole('alert').textContent).toBe('Failed to load the shop.The site is busy.')
  fakeApi({ [address]: respondWith(shippedShop) })
  await whenReady.click(screen.getByRole('button', { name: 'Retry' }))
  await settled()
  expect(screen.getByRole('table', { name: 'Perks by plan' })).toBeTruthy()
})

test('While the perks are on their way, their place is held', async () => {
  fakeApi({ [address]: () => new Promise<Response>(() => {}) })
  await showContentPage(<RankPerksPage />, { at: '/rank-perks', isPending: true })
  expect(screen.getByRole('status').textContent).toBe('Loading the perks...')
})

test('[perks.01] /rank-perks shows the perks of Gold, Emerald, Diamond, Game Pass and Battle Pass beside what is free', async () => {
  await show()
  expect(heads().map(({ textContent }) => textContent)).toEqual([
    'Perk',
    'Freefor everybody',
    'Gold$4.99 once',
    'Emerald$9.99 once',
    'Diamond$14.99 once',
    'Game Pass$4.99 a month',
    'Battle Pass$9.99 a month',
  ])
  for (const { name, about } of shippedShop.perks.flatMap(({ perks }) => perks))
    expect(screen.getByRole('rowheader', { name: `${name} ${about}` })).toBeTruthy()
})

test("[perks.02] 'BACK TO SHOP' leads to /shop", async () => {
  await show()
  expect(screen.getByRole('link', { name: 'BACK TO SHOP' }).getAttribute('href')).toBe('/shop')
})

test.each([
  ['[perks.03]', 'Party size', ['5', '10', '12', '15', '15', '20']],
  ['[perks.04]', 'Chat cooldown', ['3 s', '0.5 s', '0.3 s', '0.1 s', '0.1 s', '0.1 s']],
  ['[perks.05]', 'XP booster', ['No', 'No', 'x2', 'x3', 'x3', 'x3']],
  ['[perks.07]', 'Fly in lobby', ['No', 'No', 'No', 'Yes', 'No', 'Yes']],
  ['[perks.09]', 'Priority queue', ['No', 'No', 'No', 'Yes', 'Yes', 'Yes']],
  ['[perks.11]', 'Custom nicknames', ['No', 'No', 'No', 'No', 'No', 'Yes']],
])('%s The table says of %s, in words: %j', async (_row, perk, row) => {
  await show()
  expect(values(perk)).toEqual(row)
})

const choose = async (side: string, key: string) =>
  await whenReady.keyDown(screen.getByRole('combobox', { name: side }), { key })

test('A small screen compares two plans, and either can be another', async () => {
  await show()
  expect(compared()).toEqual(['Gold', 'Diamond'])
  await choose('With', 'f')
  expect(compared()).toEqual(['Gold', 'Free'])
  await choose('Compare', 'b')
  expect(compared()).toEqual(['Battle Pass', 'Free'])
})

test('Choosing the plan on the other side makes the two change places', async () => {
  await show()
  // Game Pass is the next with this letter.
  await choose('With', 'g')
  expect(compared()).toEqual(['Gold', 'Game Pass'])
  await choose('With', 'o')
  expect(compared()).toEqual(['Game Pass', 'Gold'])
  await choose('Compare', 'g')
  expect(compared()).toEqual(['Gold', 'Game Pass'])
})

test('/rank-perks is titled with the name of the site', () => {
  const matches = [{ id: 'root', loaderData: { site: testSite } }]
  const tags = meta({ matches } as unknown as Parameters<typeof meta>[0]) as MetaDescriptor[]
  expect(tags).toContainEqual({ title: 'Rank Perks · Ember Isles' })
})
