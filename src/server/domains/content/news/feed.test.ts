import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { memberWithRank } from '../../events/testing/event-setup.ts'

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
  expect(textOf('id')).toBe('https://foxes.example/news/hostile')
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

test('[voice.49] published items are in the sitemap with the time of their last change', async () => {
  const { body } = await site.app.inject('/sitemap.xml')
  expect(body).toMatch(/<loc>https:\/\/foxes\.example\/news\/item-20<\/loc><lastmod>20[^<]+<\/lastmod>/)
})
