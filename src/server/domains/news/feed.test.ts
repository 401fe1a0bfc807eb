import { JSDOM } from 'jsdom'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { memberWithRank } from '../events/testing/event-setup.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({
    environment: {
      RATE_LIMITS: 'off',
      PUBLIC_URL: 'https://foxes.example',
      SITE_NAME: 'Foxes & "Friends" <3',
    },
  })
})
afterAll(() => site.close())

const feed = async (headers = {}) => site.app.inject({ url: '/news/feed.xml', headers })

const parsed = (xml: string) => {
  const { window } = new JSDOM('')
  const document = new window.DOMParser().parseFromString(xml, 'application/xml')
  expect(document.querySelector('parsererror')).toBeNull()
  return document
}

test('[voice.47] /news/feed.xml is a valid Atom feed, whatever titles and texts hold', async () => {
  const empty = parsed((await feed()).body)
  expect(empty.querySelector('feed > title')?.textContent).toBe('Foxes & "Friends" <3 News')
  expect(empty.querySelectorAll('entry')).toHaveLength(0)

  const admin = await memberWithRank(site, 'Owner', 'Editor')
  const title = `<script>alert('1')</script> & ]]> "2" \uFFFE`
  const written = await admin.post('/api/admin/news', {
    title,
    slug: 'hostile',
    summary: '<b> &amp; ]]>',
    markdown: '<script>alert(1)</script> **bold** ]]> &#xFFFE;',
  })
  await admin.post(`/api/admin/news/${written.json.id}/publication`, {})
  const response = await feed()
  expect([response.statusCode, response.headers['content-type']]).toEqual([
    200,
    'application/atom+xml; charset=utf-8',
  ])
  const entry = parsed(response.body).querySelector('entry')!
  const textOf = (name: string) => entry.querySelector(name)?.textContent
  expect(textOf('title')).toBe(title.replace('\uFFFE', ''))
  expect(textOf('summary')).toBe('<b> &amp; ]]>')
  expect(textOf('id')).toMatch(
    new RegExp(`^tag:foxes\\.example,20\\d\\d-\\d\\d-\\d\\d:news/${written.json.id}/\\d+$`),
  )
  expect(textOf('author > name')).toBe('Editor')
  expect(textOf('content')).toContain('&lt;script&gt;alert(1)&lt;/script&gt; <strong>bold</strong>')
  expect(Date.parse(textOf('updated') ?? '')).toBeGreaterThan(0)
  for (const name of ['id', 'title', 'updated', 'author > name', 'link[rel=self]', 'link[rel=alternate]'])
    expect(parsed(response.body).querySelector(`feed > ${name}, entry > ${name}`), name).not.toBeNull()
})

test('[voice.47] an unchanged feed is a 304, and holds the newest 20', async () => {
  const admin = await memberWithRank(site, 'Owner', 'Second')
  for (let number = 0; number < 21; number += 1) {
    const body = { title: `Item ${number}`, slug: `item-${number}`, summary: 'a', markdown: 'a' }
    const { id } = (await admin.post('/api/admin/news', body)).json
    await admin.post(`/api/admin/news/${id}/publication`, {})
  }
  const response = await feed()
  const titles = [...parsed(response.body).querySelectorAll('entry > title')].map(
    ({ textContent }) => textContent,
  )
  expect([titles.length, titles[0], titles.at(-1)]).toEqual([20, 'Item 20', 'Item 1'])
  expect((await feed({ 'if-none-match': response.headers.etag })).statusCode).toBe(304)
})

test('[voice.47] the feed is as new as the publication of news that bear a past date', async () => {
  const admin = await memberWithRank(site, 'Owner', 'Historian')
  const updated = async () => {
    const document = parsed((await feed()).body)
    return Date.parse(document.querySelector('feed > updated')?.textContent ?? '')
  }
  const before = await updated()
  const body = { title: 'Of yesterday', slug: 'of-yesterday', summary: 'a', markdown: 'a' }
  const { id } = (await admin.post('/api/admin/news', body)).json
  await admin.post(`/api/admin/news/${id}/publication`, { at: '2026-01-05T00:00:00Z' })
  expect(await updated()).toBeGreaterThan(before)
})

test('[voice.49] published items are in the sitemap with the time of their last change', async () => {
  const { body } = await site.app.inject('/sitemap.xml')
  expect(body).toMatch(/<loc>https:\/\/foxes\.example\/news\/item-20<\/loc><lastmod>20[^<]+<\/lastmod>/)
})

/** Ids and times of the feed: its own, and those of its entries by title. */
const stampsOf = (xml: string) => {
  const document = parsed(xml)
  const all = (selector: string) =>
    [...document.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '')
  const [ids, times] = [all('entry > id'), all('entry > updated')]
  const entries = all('entry > title').map((title, at) => [title, { id: ids[at]!, updated: times[at]! }])
  const [id, updated] = [all('feed > id')[0]!, all('feed > updated')[0]!]
  return {
    id,
    updated,
    entries: Object.fromEntries(entries) as Record<string, { id: string; updated: string }>,
  }
}

const publisher = async (name: string) => {
  const admin = await memberWithRank(site, 'Owner', name)
  return {
    admin,
    async publish(slug: string) {
      const body = { title: `Title of ${slug}`, slug, summary: 'a', markdown: 'a' }
      const { id } = (await admin.post('/api/admin/news', body)).json
      await admin.post(`/api/admin/news/${id}/publication`, {})
      return id as number
    },
  }
}

test('[inputs.15][inputs.16] ids of the feed stay when the address of the site changes, and an address used again is another id', async () => {
  const { admin, publish } = await publisher('Third')
  const id = await publish('once')
  const before = stampsOf((await feed()).body)
  expect(before.id).toMatch(/^tag:foxes\.example,20\d\d-\d\d-\d\d:news$/)

  const moved = await testApp({
    store: site.store,
    environment: { RATE_LIMITS: 'off', PUBLIC_URL: 'https://wolves.example' },
  })
  onTestFinished(() => moved.close())
  const { body } = await moved.app.inject({ url: '/news/feed.xml' })
  expect(stampsOf(body)).toEqual(before)
  expect(body).toContain('href="https://wolves.example/news/once"')
  const { rows } = await sql`SELECT name FROM tag_authority`.execute(site.database.sql)
  expect(rows).toEqual([{ name: 'foxes.example' }])

  await admin.delete(`/api/admin/news/${id}`)
  await publish('once')
  const again = stampsOf((await feed()).body).entries['Title of once']!.id
  expect(again).not.toBe(before.entries['Title of once']!.id)
})

test('[inputs.15] an item that gets the number of a lost one, as after a restore, has another id', async () => {
  const { admin, publish } = await publisher('Fourth')
  const id = await publish('lost')
  const lost = stampsOf((await feed()).body).entries['Title of lost']!.id
  await admin.delete(`/api/admin/news/${id}`)
  const owner = new Client({ connectionString: site.store.ownerUrl })
  await owner.connect()
  onTestFinished(() => owner.end())
  await owner.query(`ALTER TABLE news ALTER COLUMN id RESTART WITH ${id}`)
  expect(await publish('other')).toBe(id)
  expect(stampsOf((await feed()).body).entries['Title of other']!.id).not.toBe(lost)
})

test('[inputs.17] the time of the feed never runs backwards when its newest item is taken back or deleted', async () => {
  const { admin, publish } = await publisher('Fifth')
  const id = await publish('newest')
  await admin.patch(`/api/admin/news/${id}`, { summary: 'b' })
  const { updated } = stampsOf((await feed()).body)
  await admin.delete(`/api/admin/news/${id}/publication`)
  const taken = stampsOf((await feed()).body)
  expect(taken.entries).not.toHaveProperty('Title of newest')
  expect(taken.updated).toBe(updated)
  await admin.delete(`/api/admin/news/${id}`)
  expect(stampsOf((await feed()).body).updated).toBe(updated)
})

test('[inputs.17] the time of an entry never runs backwards, whatever the clock says when it is changed or published again', async () => {
  const { admin, publish } = await publisher('Sixth')
  const id = await publish('ahead')
  const late = '2099-01-01T00:00:00.000Z'
  await sql`UPDATE news SET edited_at = ${late} WHERE id = ${id}`.execute(site.database.sql)
  const updatedOf = async () => {
    const { updated, entries } = stampsOf((await feed()).body)
    return [updated, entries['Title of ahead']?.updated]
  }
  expect(await updatedOf()).toEqual([late, late])
  await admin.patch(`/api/admin/news/${id}`, { summary: 'c' })
  expect(await updatedOf()).toEqual([late, late])
  await admin.delete(`/api/admin/news/${id}/publication`)
  await admin.post(`/api/admin/news/${id}/publication`, {})
  expect(await updatedOf()).toEqual([late, late])
})

test('[languages.68] [field.46] the feed is in the default language of the site, whoever reads it, and items are as they were written; its links keep the language that its address says', async () => {
  const german = await testApp({
    store: site.store,
    environment: { PUBLIC_URL: 'https://foxes.example', SITE_NAME: 'Foxes', LANGUAGES: 'de, en' },
  })
  onTestFinished(() => german.close())
  const titles = (xml: string) =>
    [...parsed(xml).querySelectorAll('entry > title')].map((one) => one.textContent)
  const headers = { cookie: 'lang=en', 'accept-language': 'en' }
  const { body, headers: answered } = await german.app.inject({ url: '/news/feed.xml', headers })
  expect(body).toContain('<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de">')
  expect(parsed(body).querySelector('feed > title')?.textContent).toBe('Foxes-News')
  expect(answered.vary ?? '').not.toMatch(/cookie|accept-language/i)
  const linksOf = (xml: string) =>
    [...parsed(xml).querySelectorAll('link')].map((one) => one.getAttribute('href'))
  const inEnglish = (await german.app.inject({ url: '/news/feed.xml?lang=en' })).body
  expect(linksOf(inEnglish)).toEqual(linksOf(body).map((href) => `${href}?lang=en`))
  expect(linksOf(body)).toContain('https://foxes.example/news/feed.xml')
  const { body: english } = await feed({ 'accept-language': 'de' })
  expect(english).toContain('xml:lang="en"')
  expect(titles(body)).toEqual(titles(english))
})
