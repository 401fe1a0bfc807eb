import { screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import type { MetaDescriptor } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { rulesQuery } from '../domains/content/rules/rules-query.ts'
import { api } from '../platform/api.ts'
import { makeQueryClient } from '../platform/query-client.ts'
import { whenReady } from '../testing/actions.ts'
import { documentOf, shippedRules, showContentPage } from '../testing/content-pages.tsx'
import { fakeApi, refuse, respondWith } from '../testing/fake-api.ts'
import { testSite } from '../testing/site.tsx'
import RulesPage, { meta } from './rules.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

const address = 'GET /api/content/rules'
const show = () => showContentPage(<RulesPage />, { at: '/rules' })
const triggers = () => [...document.querySelectorAll<HTMLElement>('button[aria-expanded]')]
const open = () =>
  triggers()
    .filter((trigger) => trigger.getAttribute('aria-expanded') === 'true')
    .map(({ textContent }) => textContent)
const toggle = async (title: string) =>
  await whenReady.click(triggers().find(({ textContent }) => textContent === title)!)

test('Rules that do not load are reported with the sentence of the server, and Retry asks again', async () => {
  const calls = fakeApi({ [address]: refuse(503, 'overloaded', 'The site is busy.') })
  const { settled } = await show()
  expect(screen.getByRole('alert').textContent).toBe('Failed to load the rules.The site is busy.')
  fakeApi({ [address]: respondWith(shippedRules) })
  await whenReady.click(screen.getByRole('button', { name: 'Retry' }))
  expect(document.activeElement).not.toBe(document.body)
  await settled()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('No cheats')).toBeTruthy()
  expect(calls).toHaveLength(1)
})

test('While the rules are on their way, their places are held', async () => {
  fakeApi({ [address]: () => new Promise<Response>(() => {}) })
  await showContentPage(<RulesPage />, { at: '/rules', isPending: true })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Rules')
  expect(screen.getByRole('status').textContent).toBe('Loading the rules...')
})

test('[rules.01] /rules is an accordion with one section open at a time', async () => {
  fakeApi({ [address]: respondWith(shippedRules) })
  await show()
  expect(open()).toEqual(['General Rules'])
  await toggle('Chat Rules')
  expect(open()).toEqual(['Chat Rules'])
  await toggle('Account Security')
  expect(open()).toEqual(['Account Security'])
})

test('[rules.02] The open rules section can be collapsed again', async () => {
  fakeApi({ [address]: respondWith(shippedRules) })
  await show()
  await toggle('Gameplay Rules')
  await toggle('Gameplay Rules')
  expect(open()).toEqual([])
})

test("[rules.03] /rules has the sections 'General Rules', 'Gameplay Rules', 'Chat Rules', 'Account Security', with numbered rules", async () => {
  fakeApi({ [address]: respondWith(shippedRules) })
  await show()
  expect(triggers().map(({ textContent }) => textContent)).toEqual([
    'General Rules',
    'Gameplay Rules',
    'Chat Rules',
    'Account Security',
  ])
  const first = screen.getByRole('heading', { name: 'No cheats' }).closest('li')
  expect(first?.textContent).toMatch(/^1\.1No cheats/)
})

test('[rules.04] [rules.05] [rules.06] The penalties note stands apart and leads those who appeal to /appeal', async () => {
  fakeApi({ [address]: respondWith(shippedRules) })
  await show()
  const note = within(screen.getByRole('region', { name: 'Penalties' }))
  expect(note.getByText('Severity depends on the rule and on your history.')).toBeTruthy()
  expect(
    note.getByText(
      'Minor offences get warnings. Severe or repeated offences get temporary or permanent bans.',
    ),
  ).toBeTruthy()
  expect(note.getByText(/Bans can be appealed on the forums/).textContent).toBe(
    'Bans can be appealed on the forums. Until the forums open, appeals go through /appeal.',
  )
  expect(note.getByText('The admin team decides finally.')).toBeTruthy()
  expect(note.getByRole('link', { name: '/appeal' }).getAttribute('href')).toBe('/appeal')
})

test("[frame.29] Every rule is in the server's HTML, and taking it over changes nothing", async () => {
  fakeApi({ [address]: respondWith(shippedRules) })
  const client = makeQueryClient()
  await client.prefetchQuery(rulesQuery(api))
  const calls = fakeApi({})
  const container = document.createElement('div')
  container.innerHTML = renderToString(documentOf(<RulesPage />, '/rules', client))
  for (const { name } of shippedRules.sections.flatMap(({ rules }) => rules))
    expect(container.textContent).toContain(name)
  document.body.append(container)
  await showContentPage(<RulesPage />, { at: '/rules', client, container })
  expect(open()).toEqual(['General Rules'])
  expect(calls).toEqual([])
  container.remove()
})

test('/rules is titled with the name of the site', () => {
  const matches = [{ id: 'root', loaderData: { site: testSite } }]
  const tags = meta({ matches } as unknown as Parameters<typeof meta>[0]) as MetaDescriptor[]
  expect(tags).toContainEqual({ title: 'Rules · Ember Isles' })
})
