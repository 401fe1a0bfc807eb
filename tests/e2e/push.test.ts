import type { Browser, CDPSession, Page, Worker } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  eachSize,
  expectAccessible,
  expectNoSidewaysScroll,
  launch,
  openTab,
  visit,
} from './support/browser.ts'
import { Person } from './support/people.ts'
import { sharedSite } from './support/shared.ts'

const site = await sharedSite()
let browser: Browser
let member: Person
beforeAll(async () => {
  browser = await launch({ whole: true })
  member = await Person.register(site, 'Pushed')
})
afterAll(() => browser?.close())

interface CountingWorker {
  registration: ServiceWorkerRegistration
  shown?: number
}

/** Counts what the worker has shown, from now on. */
const countShown = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = self as unknown as CountingWorker
    const show = scope.registration.showNotification.bind(scope.registration)
    scope.shown = 0
    scope.registration.showNotification = async (...notification) => {
      await show(...notification)
      scope.shown! += 1
    }
  })

interface Receiver {
  readonly devtools: CDPSession
  readonly worker: Worker
  readonly registrationId: string
}

/**
 * Hands the browser a message as its push service does, and waits until the worker has shown it: `getNotifications`
 * forgets what it finds stored but not drawn yet, so nobody may read meanwhile.
 */
async function push({ devtools, worker, registrationId }: Receiver, data: string): Promise<void> {
  const shownSoFar = () => worker.evaluate(() => (self as unknown as CountingWorker).shown!)
  const before = await shownSoFar()
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: site.url, registrationId, data })
  await expect.poll(shownSoFar).toBe(before + 1)
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
  await visit(page, site.url)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller === null)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
  const devtools = await context.newCDPSession(page)
  const [worker] = context.serviceWorkers()
  await countShown(worker!)
  const receiver = { devtools, worker: worker!, registrationId: await registrationOf(devtools) }
  const message = {
    title: 'Vulx Network',
    body: '<b>Blaze</b> commented',
    path: '/notifications',
    tag: 'notification-1',
  }
  for (let times = 0; times < 2; times += 1)
    await push(receiver, JSON.stringify({ ...message, body: `${message.body} ${times}` }))
  const { path: _path, ...visible } = message
  expect(await shown(page)).toEqual([{ ...visible, body: '<b>Blaze</b> commented 1' }])
  await push(receiver, 'no JSON')
  expect((await shown(page)).map(({ body }) => body)).toContain('You have a new notification')
  await press(worker!, 'notification-1')
  await page.waitForURL(`${site.url}/notifications`)
  await close()
})

test.each(eachSize)('[voice.31] the switch is accessible and fits, %s', async (size) => {
  const { page, context, close } = await openTab(browser, { size })
  await context.grantPermissions(['notifications'], { origin: site.url })
  await member.sitDownAt(context)
  await visit(page, `${site.url}/notifications?show=settings`)
  await page.getByRole('button', { name: 'Turn on' }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  if (process.env.SCREENSHOTS !== undefined)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/notifications-${size}.png`, fullPage: true })
  await close()
})
