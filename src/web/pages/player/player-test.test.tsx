import { screen, waitFor } from '@testing-library/react'
import type { MetaDescriptor } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { PlayerTester } from '../../domains/players/debug/player-tester.tsx'
import { aPlayer, documentOf, openPage, someStats } from '../../domains/players/testing/setup.tsx'
import { makeQueryClient } from '../../platform/query-client.ts'
import { whenReady } from '../../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../../testing/fake-api.ts'
import { TestProviders, testSite } from '../../testing/site.tsx'
import { takenOver } from '../../testing/taken-over.tsx'
import * as simple from './player-simple.tsx'
import * as tester from './player-test.tsx'

afterEach(() => vi.unstubAllGlobals())

const responsesFor = (id: number) => ({
  [`GET /api/users/${id}`]: respondWith(aPlayer({ id, username: `Player number ${id}` })),
  [`GET /api/stats/${id}`]: respondWith(someStats({ kills: 1_000 + id })),
})

const openTester = () => openPage('/player-test', tester.default, '/player-test')
const press = async (name: string) => await whenReady.click(screen.getByRole('button', { name }))
const input = () => screen.getByLabelText<HTMLInputElement>('Player ID')
const responses = () => [...document.querySelectorAll('pre')].map(({ textContent }) => textContent ?? '')
const addresses = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

test('[debug.01] /player-simple/{id} shows raw API info', async () => {
  fakeApi(responsesFor(5))
  openPage('/player-simple/:id', simple.default, '/player-simple/5')
  await waitFor(() => expect(responses().join()).not.toContain('Loading'))
  expect(addresses()).toEqual(['GET /api/users/5', 'GET /api/stats/5'])
  expect(responses().map((text) => JSON.parse(text))).toEqual([
    aPlayer({ id: 5, username: 'Player number 5' }),
    someStats({ kills: 1_005 }),
  ])
  expect(screen.getByRole('link', { name: 'Back to Community' }).getAttribute('href')).toBe('/community')
})

test('[debug.01] A refusal is shown raw as well', async () => {
  fakeApi({
    'GET /api/users/5': refuse(404, 'not_found', 'There is nobody with this id'),
    'GET /api/stats/5': () => new Response('<h1>Bad Gateway</h1>', { status: 502 }),
  })
  openPage('/player-simple/:id', simple.default, '/player-simple/5')
  await waitFor(() => expect(responses()[1]).toBe('502: <h1>Bad Gateway</h1>'))
  expect(responses()[0]).toMatch(/^404: \{.*There is nobody with this id/)
})

test('[player.06] [player.07] /player-simple with a bad id says so, and its documents have the statuses of player pages', async () => {
  const calls = fakeApi({})
  openPage('/player-simple/:id', simple.default, '/player-simple/abc')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Invalid player ID')
  expect(calls).toEqual([])
  const status = async (id: string) =>
    (await simple.loader(documentOf(`/player-simple/${id}`, id, {}).args)).init?.status
  expect([await status('abc'), await status('5')]).toEqual([400, 404])
})

test('[debug.02] /player-test has a player id input, default 11, and quick buttons 11 and 9', async () => {
  const calls = fakeApi({ ...responsesFor(11), ...responsesFor(9) })
  openTester()
  expect(input().value).toBe('11')
  expect(calls).toEqual([])
  await press('Player 9')
  expect(input().value).toBe('9')
  await waitFor(() => expect(responses()[0]).toContain('Player number 9'))
  await press('Player 11')
  expect(input().value).toBe('11')
  await waitFor(() => expect(responses()[0]).toContain('Player number 11'))
})

test.each(['', 'abc', '0', '-3', '1.5', '99999999999'])(
  "[debug.03] /player-test with a bad id shows 'Please enter a valid player ID.': %j",
  async (text) => {
    const calls = fakeApi(responsesFor(11))
    openTester()
    await whenReady.change(input(), { target: { value: text } })
    await press('Test')
    await waitFor(() => expect(input().getAttribute('aria-invalid')).toBe('true'))
    const description = document.getElementById(input().getAttribute('aria-describedby') ?? '')
    expect(description?.textContent).toBe('Please enter a valid player ID.')
    expect(calls).toEqual([])
    expect(responses()).toEqual([])
  },
)

test('[debug.04] /player-test calls the player API for the given id and shows the new answer each time', async () => {
  const calls = fakeApi(responsesFor(42))
  openTester()
  await whenReady.change(input(), { target: { value: ' 42 ' } })
  await press('Test')
  await waitFor(() => expect(responses().join()).toContain('1042'))
  expect(addresses()).toEqual(['GET /api/users/42', 'GET /api/stats/42'])
  expect(responses()[0]).toContain('Player number 42')
  expect(calls.map(({ path }) => path)).toEqual(['/api/users/42', '/api/stats/42'])
  await press('Test')
  await waitFor(() => expect(calls).toHaveLength(4))
})

test('[debug.05] Debug pages are public and kept out of search engines (noindex)', async () => {
  const matches = [{ id: 'root', loaderData: { site: testSite } }]
  const location = { pathname: '/player-simple/5' }
  for (const { meta } of [simple, tester]) {
    const tags = meta({ matches, location, params: { id: '5' } } as never) as MetaDescriptor[]
    expect(tags).toContainEqual({ name: 'robots', content: 'noindex' })
  }
  // Public: a visitor's document is no redirect.
  const { args } = documentOf('/player-simple/5', '5', { '/api/users/:id': () => aPlayer() })
  expect((await simple.loader(args)).init?.status).toBe(200)
  expect(Object.keys(tester)).not.toContain('loader')
})

test('An id typed before the page came alive is the one that is asked for', async () => {
  const calls = fakeApi(responsesFor(7))
  await takenOver(
    <TestProviders client={makeQueryClient()}>
      <PlayerTester />
    </TestProviders>,
    (html) => {
      html.querySelector('input')!.value = '7'
    },
  )
  await press('Test')
  await waitFor(() => expect(responses().join()).toContain('Player number 7'))
  expect(calls.map(({ path }) => path)).toEqual(['/api/users/7', '/api/stats/7'])
})
