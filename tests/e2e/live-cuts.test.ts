import { afterAll, beforeAll, expect, test } from 'vitest'
import { cutAtRandom } from './support/live-cuts.ts'
import { sharedBrowser } from './support/shared.ts'
import { endSite, type Site, startSite } from './support/site.ts'

const browser = await sharedBrowser()
let site: Site

beforeAll(async () => {
  site = await startSite()
})
afterAll(() => endSite(site))

// The long form has all pages, 100 cuts, and says how long they took: `npm run faults -- -t cuts`.
test('[inputs.21] after each of five cuts at random, board, post, player, home, bell and staff list show what the API says', async () => {
  const { shown, complaints } = await cutAtRandom(site, browser, {
    seed: Date.now() % 1_000_000,
    cuts: 5,
    pages: ['board', 'post', 'player', 'home', 'notifications and bell', 'messages for staff'],
  })
  expect(shown).toHaveLength(30)
  expect(shown.filter(({ difference }) => difference !== undefined)).toEqual([])
  expect(complaints).toEqual([])
})
