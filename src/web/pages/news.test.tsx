import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { NewsItem as Item, NewsArticle } from '../../contract/news/news-schemas.ts'
import { EventActions } from '../domains/events/event-actions.tsx'
import { createEvent, showPage } from '../domains/events/testing/setup.tsx'
import { NewsArticlePage } from '../domains/news/news-article.tsx'
import { newsItemMeta, newsMeta } from '../domains/news/news-meta.ts'
import { KeepLanguage } from '../platform/navigation/keep-language.tsx'
import { queryClientForHere } from '../platform/query-client.ts'
import { SiteProvider } from '../platform/site.tsx'
import { whenReady } from '../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../testing/fake-api.ts'
import { testSite } from '../testing/site.tsx'
import News from './news.tsx'

afterEach(() => {
  queryClientForHere().clear()
  vi.unstubAllGlobals()
})

const item = (over: Partial<Item> = {}): Item => ({
  id: 5,
  slug: 'spring-season',
  title: 'Spring season',
  summary: 'It begins on Monday.',
  author: { username: 'Ada' },
  cover: null,
  publishedAt: '2026-03-01T12:00:00.000Z',
  editedAt: null,
  ...over,
})
const article: NewsArticle = {
  ...item({ editedAt: '2026-03-02T12:00:00.000Z' }),
  html: '<h2>When</h2>\n<p>On <strong>Monday</strong>.</p>',
  commentCount: 2,
}

const list = 'GET /api/news?limit=10'
const one = 'GET /api/news/spring-season'
const showItem = () =>
  showPage(
    <NewsArticlePage slug="spring-season" comments={({ commentCount }) => `${commentCount} below`} />,
    {
      at: '/news/spring-season',
    },
  )

test('[field.47] the feed and the file of an event keep the language that the address of the page says', async () => {
  fakeApi({ [list]: respondWith([]) })
  const language = { tag: 'de', isInAddress: true } as const
  const site = { ...testSite, language }
  showPage(
    <SiteProvider site={site}>
      <KeepLanguage>
        <News />
        <EventActions event={createEvent()} describedBy="title" />
      </KeepLanguage>
    </SiteProvider>,
    { at: '/news?lang=de' },
  )
  const feed = screen.getByRole('link', { name: 'Feed' })
  await whenReady.keyDown(screen.getByRole('button', { name: 'More' }), { key: 'Enter' })
  const calendar = await screen.findByRole('menuitem', { name: 'Add to calendar' })
  expect([feed, calendar].map((link) => link.getAttribute('href'))).toEqual([
    '/news/feed.xml?lang=de',
    '/api/events/4/event.ics?lang=de',
  ])
  for (const [shown, href] of [
    [site, '/news/feed.xml?lang=de'],
    [{ ...testSite, language: { tag: 'de' } }, '/news/feed.xml'],
  ] as const)
    expect(newsMeta(shown)).toContainEqual(expect.objectContaining({ type: 'application/atom+xml', href }))
})

test('[voice.48] /news lists items with their summaries and links, and a page more on request', async () => {
  const many = Array.from({ length: 10 }, (_, index) =>
    item({ id: 50 - index, slug: `item-${index}`, title: `Item ${index}` }),
  )
  const calls = fakeApi({
    [list]: respondWith(many),
    'GET /api/news?before=1772366400000.41&limit=10': respondWith([item()]),
  })
  showPage(<News />, { at: '/news' })
  expect((await screen.findByRole('link', { name: 'Item 0' })).getAttribute('href')).toBe('/news/item-0')
  expect(screen.getByRole('link', { name: 'Feed' }).getAttribute('href')).toBe('/news/feed.xml')
  await whenReady.click(screen.getByRole('button', { name: 'Load more' }))
  const card = (await screen.findByRole('link', { name: 'Spring season' })).closest('li')!
  expect(card.textContent).toContain('It begins on Monday.')
  expect(card.textContent).toContain('by Ada')
  expect(calls).toHaveLength(2)
})

test('[voice.48] /news without items says so, and after a failure offers Retry', async () => {
  const responses = { [list]: refuse(500, 'internal', 'Something went wrong') }
  fakeApi(responses)
  showPage(<News />, { at: '/news' })
  await screen.findByText('The news could not be loaded.')
  responses[list] = respondWith([])
  await whenReady.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('No news yet')
})

test('[voice.48] /news/{slug} shows the item with its structured data, after a failure with Retry', async () => {
  const responses = { [one]: refuse(500, 'internal', 'Something went wrong') }
  fakeApi(responses)
  showItem()
  await screen.findByText('The news item could not be loaded.')
  responses[one] = respondWith(article)
  await whenReady.click(screen.getByRole('button', { name: 'Retry' }))
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Spring season')
  const text = within(screen.getByRole('article'))
  expect(text.getByRole('heading', { level: 2, name: 'When' })).toBeTruthy()
  expect(screen.getByRole('article').textContent).toContain('by Ada, edited')
  expect(screen.getByText('2 below')).toBeTruthy()
  const data = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? '')
  expect(data).toMatchObject({
    '@type': 'NewsArticle',
    headline: 'Spring season',
    datePublished: article.publishedAt,
    dateModified: article.editedAt,
    author: { name: 'Ada' },
  })
})

const cover = { url: `/news/covers/5/${'a'.repeat(64)}.webp`, alt: 'A bridge', width: 1280, height: 640 }

test('[voice.39] an item and its place in lists show the cover with its text and size, and both pictures are in the structured data', async () => {
  fakeApi({
    [one]: respondWith({ ...article, cover }),
    [list]: respondWith([item({ cover }), item({ id: 4, cover })]),
  })
  const sizes = () =>
    screen
      .getAllByRole<HTMLImageElement>('img', { name: 'A bridge' })
      .map((image) => [image.getAttribute('src'), image.width, image.height, image.getAttribute('loading')])
  const { unmount } = showItem()
  await screen.findByRole('heading', { level: 1 })
  expect(sizes()).toEqual([[cover.url, 1280, 640, null]])
  const data = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? '')
  expect(data.image).toEqual([
    `${testSite.publicUrl}${cover.url}`,
    `${testSite.publicUrl}/share/news/spring-season.png`,
  ])
  unmount()
  showPage(<News />, { at: '/news' })
  await screen.findAllByRole('img')
  expect(sizes()).toEqual([
    [cover.url, 1280, 640, null],
    [cover.url, 1280, 640, 'lazy'],
  ])
})

test('[voice.48] an unknown item is not found', async () => {
  fakeApi({ [one]: refuse(404, 'not_found', 'There is no such news item') })
  showItem()
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('News Not Found')
})

test('[voice.48] title, description, kind and times are in the head, and the feed is announced', () => {
  const tags = newsItemMeta(testSite, article.slug, article)
  expect(tags).toContainEqual({ title: `Spring season · ${testSite.name}` })
  expect(tags).toContainEqual({ name: 'description', content: 'It begins on Monday.' })
  expect(tags).toContainEqual({ property: 'og:type', content: 'article' })
  expect(tags).not.toContainEqual({ property: 'og:type', content: 'website' })
  expect(tags).toContainEqual({ property: 'article:published_time', content: article.publishedAt })
  expect(tags).toContainEqual({
    property: 'og:image',
    content: `${testSite.publicUrl}/share/news/spring-season.png`,
  })
  expect(tags).not.toContainEqual({ name: 'robots', content: 'noindex' })
  expect(newsItemMeta(testSite, 'nowhere', null)).toContainEqual({ name: 'robots', content: 'noindex' })
  for (const found of [tags, newsMeta(testSite)])
    expect(found).toContainEqual(expect.objectContaining({ rel: 'alternate', href: '/news/feed.xml' }))
})
