import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbeddedPostgres } from '../../src/server/platform/database/embedded-postgres.ts'
import { type MailServer, mailServer, receivedMails } from '../../src/server/testing/mail-server.ts'
import { look, openTab, visit } from './support/browser.ts'
import { Person } from './support/people.ts'
import { sharedBrowser } from './support/shared.ts'
import { endSite, type Site, startSite } from './support/site.ts'

const browser = await sharedBrowser()
let site: Site
let mail: MailServer
let owner: Person
let environment: Record<string, string>
beforeAll(async () => {
  mail = await mailServer()
  environment = { SMTP_URL: mail.url, MAIL_FROM: 'site@isles.example' }
  site = await startSite(environment)
  owner = await Person.owner(site, 'Editor')
})
afterAll(async () => {
  await endSite(site)
  await mail?.close()
})

const mailsTo = (to: string) => receivedMails(mail).filter((received) => received.to === to)
const linkIn = (text: string | undefined) => /http:\S+\/newsletter\/\S+/.exec(text ?? '')?.[0] ?? ''

async function writeItem(slug: string): Promise<number> {
  const item = { title: 'Spring season', slug, summary: 'It begins on Monday.', markdown: 'On **Monday**.' }
  return (await owner.do('POST', '/api/admin/news', item)).id
}

test('[newsletter.03] [voice.64] [voice.65] [voice.66] from the footer to the inbox and out again, in the browser', async () => {
  await writeItem('spring')
  const { page, context, complaints, close } = await openTab(browser)
  await visit(page, `${site.url}/rules`)
  await page.getByLabel('Newsletter').fill('reader@player.example')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByText('Subscribed!', { exact: true }).waitFor()
  await expect.poll(() => mailsTo('reader@player.example').length).toBe(1)

  await visit(page, linkIn(mailsTo('reader@player.example')[0]?.text))
  const confirm = page.getByRole('button', { name: 'Get the newsletter' })
  await confirm.waitFor()
  expect(new URL(page.url()).hash).toBe('')
  await look(page)
  await confirm.click()
  await page.getByText('You are now subscribed to our newsletter.').waitFor()

  await owner.sitDownAt(context)
  await visit(page, `${site.url}/admin/news`)
  await page.getByText('1 confirmed, 0 waiting for confirmation.').waitFor()
  await look(page)
  await page.getByRole('button', { name: 'Publish' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByLabel('Send to subscribers (1)').check()
  await look(page)
  await question.getByRole('button', { name: 'Publish' }).click()
  await expect.poll(() => mailsTo('reader@player.example').length).toBe(2)

  await visit(page, linkIn(mailsTo('reader@player.example')[1]?.text))
  const end = page.getByRole('button', { name: 'Stop these emails' })
  await end.waitFor()
  await look(page)
  await end.click()
  await page.getByText('You will get no more of these emails.').waitFor()
  await visit(page, `${site.url}/admin/news`)
  await page.getByText('0 confirmed, 0 waiting for confirmation.').waitFor()
  expect(complaints).toEqual([])
  await close()
})

async function withDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const store = await openEmbeddedPostgres({
    dataDir: site.dataDir,
    log: pino({ level: 'silent' }),
    as: 'guest',
  })
  const client = new Client({ connectionString: store.superuserUrl.replace(/\/postgres\?/, '/vulx?') })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
    await store.stop()
  }
}

const people = 240

test('[voice.67] kill -9 five times while an issue is sent: each subscriber has one row, and a mail under one Message-ID', async () => {
  const id = await writeItem('summer')
  await withDatabase((client) =>
    client.query(
      `INSERT INTO newsletter_subscribers (email, mail_due_at, confirmed_at)
       SELECT 'fox' || n || '@player.example', NULL, now() FROM generate_series(1, $1::int) AS n`,
      [people],
    ),
  )
  mail.lines.length = 0
  await owner.do('POST', `/api/admin/news/${id}/publication`, { toSubscribers: true })
  const sent = () => receivedMails(mail).filter(({ messageId }) => messageId.startsWith(`<newsletter-${id}-`))
  const killsAfter = [0, 30, 70, 120, 180]
  for (const [round, count] of killsAfter.entries()) {
    await expect.poll(() => sent().length, { interval: 10, timeout: 60_000 }).toBeGreaterThanOrEqual(count)
    // Another moment of the work each time.
    await pause(round * 7)
    await site.kill()
    site = await startSite(environment, site.dataDir)
  }
  // The two minutes for which a mail belongs to the process that took it are over at once.
  await withDatabase((client) => client.query('UPDATE outbox SET due_at = now() WHERE done_at IS NULL'))
  const addresses = () => new Set(sent().map(({ to }) => to)).size
  await expect.poll(addresses, { interval: 200, timeout: 120_000 }).toBe(people)
  const rows = () =>
    withDatabase(async (client) => {
      const { rows: found } = await client.query<{ mails: number; issues: number; waiting: number }>(
        `SELECT (SELECT count(*)::int FROM newsletter_mails WHERE news_id = $1) AS mails,
          (SELECT count(*)::int FROM newsletter_issues WHERE news_id = $1 AND done_at IS NOT NULL) AS issues,
          (SELECT count(*)::int FROM outbox WHERE type = 'newsletter.issue' AND done_at IS NULL) AS waiting`,
        [id],
      )
      return found[0]
    })
  await expect
    .poll(rows, { interval: 500, timeout: 60_000 })
    .toEqual({ mails: people, issues: 1, waiting: 0 })
  expect(new Set(sent().map(({ messageId }) => messageId)).size).toBe(people)
  // At least once: again only the one that was under way at a kill.
  expect(sent().length - people).toBeLessThanOrEqual(killsAfter.length)
})
