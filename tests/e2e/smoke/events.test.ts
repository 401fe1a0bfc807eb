import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openTab, register, tabTo, visit } from '../support/browser.ts'
import { sharedBrowser, sharedSite, sharedStaff } from '../support/shared.ts'

const [site, browser] = await Promise.all([sharedSite(), sharedBrowser()])

const helper = await sharedStaff('Event Maker', 'Helper')

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })

test('[events.10] [events.12] [events.25] A member registers for and leaves an event from two tabs at once, by keyboard', async () => {
  const { id } = await helper.do('POST', '/api/events', { title: 'Two Tab Cup', startDate: inHours(48) })
  const { page: first, context, complaints, close } = await openTab(browser)
  await register(first, site.url, 'two-tabs')
  const second = await context.newPage()
  const tabs = [first, second]
  const both = <T>(work: (page: Page) => Promise<T>) => Promise.all(tabs.map(work))
  const press = (label: string) =>
    both(async (page) => {
      // Two tabs share one window: each has a focus of its own to press with.
      await card(page, 'Two Tab Cup').getByRole('button', { name: label }).press('Enter')
    })
  const count = async () => {
    const response = await fetch(`${site.url}/api/events/${id}`)
    return (await response.json()).participantCount
  }
  await both((page) => visit(page, `${site.url}/events`))
  await tabTo(first, first.getByRole('button', { name: 'REMIND ME' }).first())
  await press('REMIND ME')
  await both((page) => card(page, 'Two Tab Cup').getByRole('button', { name: 'UNREGISTER' }).waitFor())
  await expect.poll(() => count()).toBe(1)
  await both((page) => card(page, 'Two Tab Cup').getByRole('link', { name: 'two-tabs' }).waitFor())

  await press('UNREGISTER')
  await both((page) => card(page, 'Two Tab Cup').getByRole('button', { name: 'REMIND ME' }).waitFor())
  await expect.poll(() => count()).toBe(0)
  expect(complaints).toEqual([])

  const calendar = await fetch(`${site.url}/api/events/${id}/event.ics`)
  expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  await close()
})
