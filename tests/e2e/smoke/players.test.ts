import { expect, test } from 'vitest'
import { look, openTab, visit } from '../support/browser.ts'
import { Person } from '../support/people.ts'
import { sharedBrowser, sharedSite } from '../support/shared.ts'

const [site, browser] = await Promise.all([sharedSite(), sharedBrowser()])

async function tabOf(person: Person) {
  const tab = await openTab(browser)
  await person.sitDownAt(tab.context)
  return tab
}

test('[voice.59] [voice.60] who follows a player on their page reads their post in "Your day"; muted and unfollowed players show nothing', async () => {
  const [fan, author] = [await Person.register(site, 'Fan'), await Person.register(site, 'Followed One')]
  await author.do('POST', '/api/posts', { content: 'Before anybody followed' })
  const { page, close } = await tabOf(fan)
  await visit(page, `${site.url}/player/${author.id}`)
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await page.getByRole('button', { name: 'Unfollow', exact: true }).waitFor()
  const { id } = await author.do('POST', '/api/posts', { content: 'Tournament at eight' })
  await visit(page, site.url)
  const feed = page.getByRole('region', { name: 'Players I follow' })
  await feed.getByText('Tournament at eight').waitFor()
  await expect
    .poll(() => feed.getByRole('link', { name: 'posted' }).first().getAttribute('href'))
    .toBe(`/posts/${id}`)

  await visit(page, `${site.url}/following`)
  await page.getByRole('button', { name: 'Mute Followed One' }).click()
  await page.getByText('Muted', { exact: true }).waitFor()
  await expect.poll(() => fan.do('GET', '/api/follows')).toMatchObject([{ isMuted: true }])
  await look(page)
  await visit(page, site.url)
  await feed.getByText('Nothing new in the last few days.').waitFor()

  await visit(page, `${site.url}/following`)
  await page.getByRole('button', { name: 'Unfollow Followed One' }).click()
  await page.getByText('You do not follow anybody yet').waitFor()
  await expect.poll(() => fan.do('GET', '/api/follows')).toEqual([])
  await close()
})
