import type { Browser, CDPSession, Page, Worker } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, launch, openTab } from './support/browser.ts'
import { Person } from './support/people.ts'
import { endSite, type Site, startSite } from './support/site.ts'

let site: Site
let browser: Browser
let member: Person
beforeAll(async () => {
  site = await startSite()
  browser = await launch({ whole: true })
  member = await Person.register(site, 'Pushed')
})
afterAll(async () => {
  await browser?.close()
  await endSite(site)
})

/** Hands the browser a message as its push service does. */
async function pushed(devtools: CDPSession, registrationId: string, data: string): Promise<void> {
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: site.url, registrationId, data })
}

async function registrationOf(devtools: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first !== undefined) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  return found
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
  })

/** As a press on the notification, which headless browsers do not draw. */
const press = (worker: Worker, tag: string) =>
  worker.evaluate(async (wanted) => {
    const scope = self as unknown as {
      registration: ServiceWorkerRegistration
      dispatchEvent(event: Event): void
    }
    const [notification] = await scope.registration.getNotifications({ tag: wanted })
    scope.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil() {} }))
  }, tag)

test('[voice.30] the worker shows each push once per tag, an unreadable one as well, and a press leads to it', async () => {
  const { page, context, close } = await openTab(browser)
  await context.grantPermissions(['notifications'], { origin: site.url })
  await member.sitDownAt(context)
  await page.goto(site.url)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller === null)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
  const devtools = await context.newCDPSession(page)
  const registrationId = await registrationOf(devtools)
  const message = {
    title: 'Vulx Network',
    body: '<b>Blaze</b> commented',
    path: '/notifications',
    tag: 'notification-1',
  }
  for (let times = 0; times < 2; times += 1)
    await pushed(devtools, registrationId, JSON.stringify({ ...message, body: `${message.body} ${times}` }))
  const { path: _path, ...visible } = message
  await expect.poll(() => shown(page)).toEqual([{ ...visible, body: '<b>Blaze</b> commented 1' }])
  await pushed(devtools, registrationId, 'no JSON')
  await expect
    .poll(async () => (await shown(page)).map(({ body }) => body))
    .toContain('You have a new notification')
  const [worker] = context.serviceWorkers()
  await press(worker!, 'notification-1')
  await page.waitForURL(`${site.url}/notifications`)
  await close()
})

test.each(['wide', 'narrow'] as const)('[voice.31] the switch is accessible and fits, %s', async (size) => {
  const { page, context, close } = await openTab(browser, { size })
  await context.grantPermissions(['notifications'], { origin: site.url })
  await member.sitDownAt(context)
  await page.goto(`${site.url}/notifications`)
  await page.getByRole('button', { name: 'Turn on' }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  if (process.env.SCREENSHOTS !== undefined)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/notifications-${size}.png`, fullPage: true })
  await close()
})
