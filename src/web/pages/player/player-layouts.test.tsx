import { act, screen, waitFor, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import type { MetaDescriptor } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  aPlayer,
  documentOf,
  failing,
  openPage,
  playerResponses,
} from '../../domains/players/testing/setup.tsx'
import { fakeApi } from '../../testing/fake-api.ts'
import { testSite } from '../../testing/site.tsx'
import * as player from './player.tsx'
import * as direct from './player-direct.tsx'
import * as final from './player-final.tsx'
import * as fresh from './player-new.tsx'
import * as working from './player-working.tsx'

afterEach(() => vi.unstubAllGlobals())

interface PageModule {
  readonly default: ComponentType<never>
  readonly loader: (request: never) => ReturnType<typeof player.loader>
  readonly meta: (args: never) => unknown
}

const layouts: readonly (readonly [string, PageModule])[] = [
  ['player', player],
  ['player-new', fresh],
  ['player-working', working],
  ['player-direct', direct],
  ['player-final', final],
]

const open = (name: string, page: PageModule, id = '5') =>
  openPage(`/${name}/:id`, page.default, `/${name}/${id}`)

describe.each(layouts)('/%s/{id}', (name, page) => {
  test('[player.04] [player.09] [player.10] [player.11] shows the same data', async () => {
    const calls = fakeApi(
      playerResponses(aPlayer({ gamertag: 'Alexandra', standing: 'unclaimed', bio: 'I box.' })),
    )
    open(name, page)
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Alexandra')
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    expect(screen.getByText('Emerald')).toBeTruthy()
    expect(screen.getByText('I box.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Is this you? Claim it' })).toBeTruthy()
    expect(screen.queryByRole('progressbar')).toBeNull()
    const figure = (label: string) =>
      screen.getAllByText(label, { selector: 'dt' }).map(({ parentElement }) => {
        return within(parentElement as HTMLElement).getByRole('definition').textContent
      })
    expect(figure('K/D')).toEqual(['2.47'])
    expect(figure('Win rate')).toEqual(['80.8%'])
    expect(await screen.findByText(/^Jan 5, 2026 \(UTC\): 12,345 points/)).toBeTruthy()
    const matches = screen.getByRole('region', { name: 'Recent matches' })
    expect(await within(matches).findByRole('link', { name: 'Boxing match' })).toBeTruthy()
    await waitFor(() => expect(document.querySelector('[data-skeleton]')).toBeNull())
    expect(calls.slice(0, 2).map(({ path }) => path)).toEqual(['/api/users/5', '/api/stats/5'])
    expect(new Set(calls.map(({ path }) => path)).size).toBe(calls.length)
  })

  test('[player.05] [player.06] [player.17] has a Back to Community button and the same failures', async () => {
    fakeApi({ 'GET /api/users/5': failing(404, 'Not Found'), 'GET /api/stats/5': failing(404, 'Not Found') })
    const { router } = open(name, page)
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Error Loading ProfilePlayer Not Found/)
    expect(screen.getByRole('link', { name: 'Back to Community' }).getAttribute('href')).toBe('/community')
    await act(() => router.navigate(`/${name}/abc`))
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Invalid player ID')
    expect(screen.getByRole('link', { name: 'Back to Community' })).toBeTruthy()
  })

  test('[player.07] [link.14] answers documents with 400, 404 and 301 to its own address', async () => {
    const status = async (id: string) =>
      (await page.loader(documentOf(`/${name}/${id}`, id, {}).args)).init?.status
    expect(await status('abc')).toBe(400)
    expect(await status('5')).toBe(404)
    const merged = documentOf(`/${name}/5`, '5', { '/api/users/:id': () => aPlayer({ id: 9 }) })
    const response = (await page.loader(merged.args).catch((thrown: unknown) => thrown)) as Response
    expect([response.status, response.headers.get('location')]).toEqual([301, `/${name}/9`])
  })

  test('offers to report the player, below everything else', async () => {
    fakeApi(playerResponses())
    const { container } = open(name, page)
    const button = await screen.findByRole('button', { name: 'Report player' })
    const all = [...container.querySelectorAll('a, button')]
    expect(all.at(-1)).toBe(button)
  })

  test('names /player/{id} as its address', () => {
    const matches = [{ id: 'root', loaderData: { site: testSite } }]
    const tags = page.meta({ matches, loaderData: null, params: { id: '5' } } as never) as MetaDescriptor[]
    expect(tags).toContainEqual({
      tagName: 'link',
      rel: 'canonical',
      href: 'https://isles.example/player/5',
    })
  })
})

test('[player.04] No two layouts are built alike', async () => {
  const shapes = new Set<string>()
  for (const [name, page] of layouts) {
    fakeApi(playerResponses())
    const { container, unmount } = open(name, page)
    await screen.findByRole('link', { name: 'Boxing match' })
    const heading = screen.getByRole('heading', { level: 1 })
    // What surrounds the name, and the order of the page's parts.
    const around = heading.closest('header, article, [role=tabpanel]')?.tagName
    const order = [...container.querySelectorAll('h1, h2, dl, [role=tablist], header')]
    shapes.add(`${around} ${order.map(({ tagName }) => tagName).join(' ')}`)
    unmount()
  }
  expect(shapes.size).toBe(layouts.length)
})
