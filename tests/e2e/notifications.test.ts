import { expect, test } from 'vitest'
import { look, openTab, sizes, visit } from './support/browser.ts'
import { Person } from './support/people.ts'
import { sharedBrowser, sharedSite } from './support/shared.ts'

const [site, browser] = await Promise.all([sharedSite(), sharedBrowser()])

async function tabOf(person: Person) {
  const tab = await openTab(browser)
  await person.sitDownAt(tab.context)
  return tab
}

test('[evening.44] [evening.48] [evening.49] a name that is chosen while typing is a link in the post, and tells its member', async () => {
  const [writer, named] = [await Person.register(site, 'Mentioner'), await Person.register(site, 'Named One')]
  const { page, close } = await tabOf(writer)
  await page.setViewportSize(sizes.wide)
  await visit(page, `${site.url}/social`)
  const text = page.getByRole('textbox', { name: 'What is on your mind?' })
  await text.click()
  await text.pressSequentially('Well played @na')
  await page.getByRole('option', { name: /Named One/ }).waitFor()
  await look(page)
  await text.press('Enter')
  await expect.poll(() => text.inputValue()).toBe('Well played @Named One ')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const link = page.getByRole('article').getByRole('link', { name: '@Named One' })
  await link.waitFor()
  await expect
    .poll(() => named.do('GET', '/api/notifications'))
    .toMatchObject([{ kind: 'mention', title: 'mentioned you in a post', by: { id: writer.id } }])
  await link.click()
  await page.waitForURL(`${site.url}/player/${named.id}`)
  await close()
})
