import type { Browser } from 'playwright-core'
import { inject } from 'vitest'
import { launch } from './browser.ts'
import { Person } from './people.ts'
import type { RunningSite } from './site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where shared-sites.ts starts a site for whoever asks. */
    sharedSites: string
  }
}

let site: Promise<RunningSite> | undefined
let browser: Promise<Browser> | undefined
let owner: Promise<Person> | undefined
let key: Promise<string> | undefined

/**
 * Returns the site that the test files of this worker share. What a test makes there has a name of its own, and the
 * settings of the whole site stay as they are.
 */
export const sharedSite = (): Promise<RunningSite> =>
  (site ??= fetch(inject('sharedSites')).then((response) => response.json() as Promise<RunningSite>))

/** Returns the browser that they share. Playwright ends it with the worker. */
export const sharedBrowser = (): Promise<Browser> => (browser ??= launch())

/** Returns the Owner of the shared site. */
export const sharedOwner = (): Promise<Person> =>
  (owner ??= sharedSite().then((site) => Person.owner(site, 'Site Owner')))

/** Returns a new member of the shared site with a rank below Owner. */
export async function sharedStaff(username: string, rank: string): Promise<Person> {
  const person = await Person.register(await sharedSite(), username)
  await (await sharedOwner()).do('PATCH', `/api/admin/members/${person.id}/rank`, { rank })
  return person
}

/** Returns a key of a game server of the shared site. */
export const sharedKey = (): Promise<string> =>
  (key ??= sharedOwner().then(async (owner) => {
    const { secret } = await owner.do('POST', '/api/admin/game-servers', { name: 'Arena', setsRanks: true })
    return secret
  }))
