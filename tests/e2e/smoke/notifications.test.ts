import type { Page } from 'playwright-core'
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

const bell = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

test('[voice.17] [voice.18] the bell counts live, the list leads to what happened, and a kind that is muted leaves nothing', async () => {
  const [member, other] = [await Person.register(site, 'Belle'), await Person.register(site, 'Other Belle')]
  const { page, close } = await tabOf(member)
  await visit(page, site.url)
  await bell(page, 'Notifications').waitFor()
  const { id } = await member.do('POST', '/api/posts', { content: 'Who plays?' })
  // Without a reload: the browser hears of it.
  await other.do('POST', `/api/posts/${id}/comments`, { content: 'Me' })
  await bell(page, 'Notifications, 1 unread').waitFor()
  await other.do('POST', `/api/posts/${id}/reactions`, { type: 'like' })
  await other.do('PUT', `/api/players/${member.id}/follow`)
  await bell(page, 'Notifications, 3 unread').click()
  await page.getByText('Other Belle follows you').waitFor()
  await page.getByText('Other Belle likes your post').waitFor()
  await look(page)
  await page.getByText('Other Belle commented on your post').click()
  await page.waitForURL(`${site.url}/posts/${id}**`)
  await bell(page, 'Notifications, 2 unread').waitFor()

  await visit(page, `${site.url}/notifications`)
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await bell(page, 'Notifications').waitFor()
  const stored = page.waitForResponse(
    (response) => response.url().endsWith('/notifications/choices') && response.request().method() === 'PUT',
  )
  await page.getByLabel(/^Site: .*comment/i).uncheck()
  expect((await stored).status()).toBe(200)
  await other.do('POST', `/api/posts/${id}/comments`, { content: 'And me again' })
  // What is not muted comes later, and is counted alone.
  await (await Person.register(site, 'Third')).do('PUT', `/api/players/${member.id}/follow`)
  await bell(page, 'Notifications, 1 unread').waitFor()
  const list: { kind: string; isRead: boolean }[] = await member.do('GET', '/api/notifications')
  expect(list.filter(({ isRead }) => !isRead).map(({ kind }) => kind)).toEqual(['follow'])
  await close()
})
