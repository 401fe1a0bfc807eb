import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { CommunityFigures } from '../../../../contract/posts/community-schemas.ts'
import { api } from '../../../platform/api.ts'
import { makeQueryClient } from '../../../platform/query-client.ts'
import { whenReady } from '../../../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { TestProviders } from '../../../testing/site.tsx'
import { communityQuery } from './community-query.ts'
import { CommunitySection } from './community-section.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** `known` is what came with the document. */
function section(known?: CommunityFigures) {
  const client = makeQueryClient()
  if (known !== undefined) client.setQueryData(communityQuery(api).queryKey, known)
  return (
    <TestProviders client={client}>
      <MemoryRouter>
        <section aria-labelledby="here">
          <CommunitySection headingId="here" discord={<p>the way to Discord</p>} />
        </section>
      </MemoryRouter>
    </TestProviders>
  )
}

const figures = () =>
  ['Online', 'Active Threads'].map((unit) => screen.getByText(unit).parentElement?.textContent)
const foxes = () => document.querySelectorAll('svg [data-fox]').length

const address = 'GET /api/community'
const unknown = ['— Online on the site', '— Active Threads']

test('[home.07] The community section shows dashes while the figures are unknown, and then membersOnline and activeThreads of GET /api/community', async () => {
  let respond = (_: Response) => {}
  const calls = fakeApi({
    [address]: () =>
      new Promise((resolve) => {
        respond = resolve
      }),
  })
  render(section())
  expect(figures()).toEqual(unknown)
  expect(screen.queryByRole('alert')).toBeNull()
  respond(Response.json({ membersOnline: 1_234, posts: 5, activeThreads: 98_765 }))
  await screen.findByText('1,234')
  expect(figures()).toEqual(['1,234 Online on the site', '98,765 Active Threads'])
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([address])
})

test('[home.07] nobody and nothing is a figure too, not unknown', () => {
  fakeApi({})
  render(section({ membersOnline: 0, posts: 0, activeThreads: 0 }))
  expect(figures()).toEqual(['0 Online on the site', '0 Active Threads'])
})

test('[home.07] Dashes also when the figures failed, which is said, and Retry asks again', async () => {
  fakeApi({ [address]: refuse(503, 'overloaded', 'The server is busy.') })
  render(section())
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to load the community numbers.The server is busy.',
  )
  expect(figures()).toEqual(unknown)
  fakeApi({ [address]: respondWith({ membersOnline: 3, posts: 9, activeThreads: 4 }) })
  await whenReady.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('3')
  expect(figures()).toEqual(['3 Online on the site', '4 Active Threads'])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('[home.06] The community section has its heading, the ways to /social and /community, and to Discord', () => {
  fakeApi({})
  render(section({ membersOnline: 3, posts: 9, activeThreads: 4 }))
  expect(screen.getByRole('region', { name: 'Community' })).toBeTruthy()
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/community',
    '/social',
  ])
  expect(screen.getByText('the way to Discord')).toBeTruthy()
})

test('A fox sits at the fire for each member online, as far as there is room, and for nobody while nothing is known', () => {
  fakeApi({ [address]: () => new Promise(() => {}) })
  for (const [known, seated] of [
    [undefined, 0],
    [{ membersOnline: 0, posts: 9, activeThreads: 1 }, 0],
    [{ membersOnline: 3, posts: 9, activeThreads: 1 }, 3],
    [{ membersOnline: 500, posts: 9, activeThreads: 1 }, 4],
  ] as const) {
    const { unmount } = render(section(known))
    expect(foxes()).toBe(seated)
    unmount()
  }
})

test("The figures are in the server's HTML", () => {
  expect(renderToString(section({ membersOnline: 3, posts: 9, activeThreads: 4_000 }))).toContain('4,000')
})
