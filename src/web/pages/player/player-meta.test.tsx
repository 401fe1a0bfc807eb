import type { MetaDescriptor } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { playerMeta } from '../../domains/players/player-meta.ts'
import {
  aPlayer,
  documentOf,
  openPage,
  playerResponses,
  someStats,
} from '../../domains/players/testing/setup.tsx'
import { fakeApi } from '../../testing/fake-api.ts'
import { testSite } from '../../testing/site.tsx'
import * as player from './player.tsx'
import * as alternate from './player-new.tsx'

afterEach(() => vi.unstubAllGlobals())

const hostile = '\u202e</script><script>alert("🦊")</script>&'
const matches = [{ id: 'root', loaderData: { site: testSite } }]

const tagOf = (tags: readonly MetaDescriptor[], key: string) =>
  tags
    .map((tag) => tag as Readonly<Record<string, string>>)
    .find((tag) => (tag.property ?? tag.name ?? (tag.title && 'title')) === key)

async function tagsOf(page: typeof player | typeof alternate, username = 'Alexandra') {
  const responses = {
    '/api/users/:id': () => aPlayer({ username }),
    '/api/stats/:id': () => someStats(),
    '/api/players/:id/matches': () => [],
    '/api/players/:id/points-history': () => ({ gameType: 'overall', startPoints: 0, days: [] }),
  }
  const { data } = await page.loader(documentOf('/player/5', '5', responses).args)
  return page.meta({ matches, loaderData: data, params: { id: '5' } } as never) as MetaDescriptor[]
}

describe('a player’s page', () => {
  test('is a profile and unfurls with an image of its own', async () => {
    const tags = await tagsOf(player)
    expect(tagOf(tags, 'og:type')?.content).toBe('profile')
    expect(tagOf(tags, 'profile:username')?.content).toBe('Alexandra')
    expect(tagOf(tags, 'og:image')?.content).toBe('https://isles.example/share/player/5.png')
    expect(tagOf(tags, 'og:image:alt')?.content).toBe('Alexandra: rank, points, K/D, win streak and wins')
    expect(tagOf(tags, 'robots')).toBeUndefined()
  })

  test('has a name that cannot turn the words around it', async () => {
    const tags = await tagsOf(player, '\u202eevil\u202c')
    expect(tagOf(tags, 'title')?.title).toBe('evil · Ember Isles')
    expect(tagOf(await tagsOf(player, '\u202e\u202c'), 'title')?.title).toBe('Player · Ember Isles')
  })

  test('of nobody is not listed', () => {
    for (const idText of ['abc', undefined]) {
      expect(tagOf(playerMeta(testSite, null, idText), 'robots')?.content).toBe('noindex')
    }
  })

  test('says to machines whose it is, and no name gets out of that', async () => {
    fakeApi(playerResponses(aPlayer({ username: hostile })))
    const { container, findByRole } = openPage('/player/:id', player.default as never, '/player/5')
    await findByRole('heading', { level: 1 })
    const [only, ...more] = container.querySelectorAll('script')
    expect(more).toEqual([])
    expect(only?.textContent).not.toContain('<')
    expect(JSON.parse(only?.textContent ?? '')).toMatchObject({
      '@type': 'ProfilePage',
      mainEntity: {
        '@type': 'Person',
        name: hostile.slice(1),
        identifier: '5',
        url: 'https://isles.example/player/5',
      },
    })
  })
})

test('The other layouts are not listed and lead to the player’s page', async () => {
  const tags = await tagsOf(alternate)
  expect(tagOf(tags, 'robots')?.content).toBe('noindex')
  expect(tagOf(tags, 'og:url')?.content).toBe('https://isles.example/player/5')
})
