import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { NewsRecord } from '../../../contract/news/news-schemas.ts'
import { expectToast, showPage } from '../../domains/events/testing/setup.tsx'
import { queryClientForHere } from '../../platform/query-client.ts'
import { SiteProvider } from '../../platform/site.tsx'
import { whenReady } from '../../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../../testing/fake-api.ts'
import { testSite, testViewer } from '../../testing/site.tsx'
import { toLocalInput } from '../../ui/form/date-input.ts'
import AdminNews from './news.tsx'

afterEach(() => {
  queryClientForHere().clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const list = 'GET /api/admin/news?limit=50'
const counts = 'GET /api/admin/newsletter'

const record = (over: Partial<NewsRecord> = {}): NewsRecord => ({
  id: 4,
  slug: 'spring-season',
  title: 'Spring season',
  summary: 'It begins on Monday.',
  markdown: 'On **Monday**.',
  words: {},
  author: { username: 'Ada' },
  cover: null,
  state: 'draft',
  publishAt: null,
  editedAt: null,
  wasPublished: false,
  toSubscribers: false,
  missedNewsletter: false,
  version: 3,
  createdAt: '2026-03-01T12:00:00.000Z',
  ...over,
})

function show(records: NewsRecord[], more: Parameters<typeof fakeApi>[0] = {}, tags: readonly string[] = []) {
  const responses: Record<string, Parameters<typeof fakeApi>[0][string]> = {
    [list]: respondWith(records),
    [counts]: respondWith({ confirmed: 1234, waiting: 5 }),
    ...more,
  }
  const calls = fakeApi(responses)
  const offered = tags.map((tag) => ({ tag, name: tag }))
  const site = { ...testSite, ...(tags.length > 0 && { language: { tag: 'en', offered } }) }
  const content = (
    <SiteProvider site={site}>
      <AdminNews />
    </SiteProvider>
  )
  const page = showPage(content, { viewer: { ...testViewer, rank: 'Owner' }, at: '/admin/news' })
  return { ...page, responses, changes: () => calls.filter(({ method }) => method !== 'GET') }
}

const press = async (name: string) => await whenReady.click(screen.getByRole('button', { name }))
const open = async (name: string) => {
  await whenReady.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('dialog'))
}
const fill = async (fields: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(fields))
    await whenReady.change(screen.getByLabelText(label), { target: { value } })
}
const typedIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

test('[voice.50] /admin/news without items says how to begin, and after a failure offers Retry', async () => {
  const { responses } = show([], { [list]: refuse(500, 'internal', 'Something went wrong') })
  await screen.findByText('The news could not be loaded.')
  responses[list] = respondWith([])
  await press('Retry')
  await screen.findByText('No news yet')
})

test('[voice.50] an item is written as a draft; the address follows the title until it is written by hand', async () => {
  const { changes } = show([], { 'POST /api/admin/news': respondWith(record(), 201) })
  await open('New item')
  await fill({ Title: 'Spring season: é!' })
  expect(typedIn('Address')).toBe('spring-season-e')
  await fill({ Address: 'spring' })
  await fill({ Title: 'Spring season' })
  expect(typedIn('Address')).toBe('spring')
  await fill({ Summary: 'It begins on Monday.', Text: 'On **Monday**.' })
  await press('Save draft')
  await expectToast('News item created', 'Spring season')
  expect(changes()).toEqual([
    {
      method: 'POST',
      path: '/api/admin/news',
      body: {
        title: 'Spring season',
        slug: 'spring',
        summary: 'It begins on Monday.',
        markdown: 'On **Monday**.',
      },
    },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('[voice.50] what is wrong is said at its field, and nothing is sent', async () => {
  const { changes } = show([])
  await open('New item')
  await fill({ Title: 'Spring', Text: '- '.repeat(30) })
  await press('Save draft')
  await screen.findByText('Lists and quotes are at most 8 deep')
  expect(screen.getByText('Summary is required')).toBeTruthy()
  expect(changes()).toEqual([])
})

test('[voice.50] only what was changed is sent, and the address of a published item stays', async () => {
  const published = record({ state: 'published', wasPublished: true, publishAt: '2026-03-01T12:00:00.000Z' })
  const { changes } = show([published], {
    'PATCH /api/admin/news/4': respondWith({ ...published, summary: 'Soon.' }),
  })
  expect((await screen.findByRole('link', { name: 'Spring season' })).getAttribute('href')).toBe(
    '/news/spring-season',
  )
  await open('Edit')
  expect(screen.getByLabelText<HTMLInputElement>('Address').readOnly).toBe(true)
  await fill({ Summary: 'Soon.' })
  await press('Save changes')
  await expectToast('News item updated', 'Spring season')
  expect(changes().map(({ body }) => body)).toEqual([{ summary: 'Soon.' }])
})

test('[voice.51] the preview is rendered by the server, and says why there is none', async () => {
  const { responses, changes } = show([record()], {
    'POST /api/admin/news/preview': respondWith({ html: '<p>On <strong>Monday</strong>.</p>' }),
  })
  await open('Edit')
  await press('Preview')
  const preview = await screen.findByRole('region', { name: 'Preview' })
  expect(preview.querySelector('strong')?.textContent).toBe('Monday')
  expect(changes().map(({ body }) => body)).toEqual([{ markdown: 'On **Monday**.' }])
  responses['POST /api/admin/news/preview'] = refuse(400, 'validation', 'At most 1000 lines', {
    markdown: 'a',
  })
  await press('Preview')
  await screen.findByText('At most 1000 lines')
})

test('[voice.51] what was typed survives closing and leaving, until it is saved or discarded', async () => {
  const { unmount } = show([record()])
  await open('Edit')
  await fill({ Text: 'On **Tuesday**.' })
  unmount()
  queryClientForHere().clear()
  const { changes } = show([record()], { 'PATCH /api/admin/news/4': respondWith(record()) })
  await open('Edit')
  await screen.findByText(/Your draft is back/)
  expect(typedIn('Text')).toBe('On **Tuesday**.')
  await press('Save changes')
  await expectToast('News item updated', 'Spring season')
  expect(changes().map(({ body }) => body)).toEqual([{ markdown: 'On **Tuesday**.' }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await open('Edit')
  expect(typedIn('Text')).toBe('On **Monday**.')
  expect(screen.queryByText(/Your draft is back/)).toBeNull()
})

test('[voice.50] an item is published, scheduled, taken back and deleted after a question, for the version that was shown', async () => {
  const scheduled = record({
    id: 5,
    title: 'Summer',
    state: 'scheduled',
    publishAt: '2090-01-01T00:00:00.000Z',
  })
  const { changes } = show([scheduled, record()], {
    'POST /api/admin/news/4/publication': respondWith(record({ state: 'published' })),
    'DELETE /api/admin/news/5/publication': respondWith(record({ id: 5, title: 'Summer' })),
    'DELETE /api/admin/news/4': () => new Response(null, { status: 204 }),
  })
  const row = async (title: string) =>
    within((await screen.findByRole('heading', { name: title })).closest('li')!)
  const confirm = async (title: string, action: string, confirmed = action) => {
    await whenReady.click((await row(title)).getByRole('button', { name: action }))
    const question = within(await screen.findByRole('alertdialog'))
    await whenReady.click(question.getByRole('button', { name: confirmed }))
  }
  expect((await row('Summer')).getByText('SCHEDULED')).toBeTruthy()
  await confirm('Spring season', 'Publish')
  await expectToast('News item published', 'Spring season')

  await whenReady.click((await row('Spring season')).getByRole('button', { name: 'Choose a date' }))
  const dialog = within(await screen.findByRole('dialog'))
  await whenReady.click(dialog.getByRole('button', { name: 'Schedule' }))
  await screen.findByText('Choose a time')
  await fill({ Time: '2090-01-01T10:00' })
  await whenReady.click(dialog.getByRole('button', { name: 'Schedule' }))
  await expectToast('News item scheduled', 'Spring season')

  await confirm('Summer', 'Take back')
  await expectToast('News item taken back', 'Summer')
  await confirm('Spring season', 'Delete')
  await expectToast('News item deleted', 'Spring season')
  expect(changes().map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/api/admin/news/4/publication', { toSubscribers: false }],
    [
      'POST',
      '/api/admin/news/4/publication',
      { at: new Date('2090-01-01T10:00').toISOString(), toSubscribers: false },
    ],
    ['DELETE', '/api/admin/news/5/publication', undefined],
    ['DELETE', '/api/admin/news/4', undefined],
  ])
})

test('[owner.05] an item is published with a past date, and the dialog says who is not notified', async () => {
  const { changes } = show([record()], {
    'POST /api/admin/news/4/publication': respondWith(record({ state: 'published' })),
  })
  await whenReady.click(await screen.findByRole('button', { name: 'Choose a date' }))
  const dialog = within(await screen.findByRole('dialog'))
  await fill({ Time: '2024-05-04T18:00' })
  expect(dialog.getByText('Older than 24 hours: nobody is notified.')).toBeTruthy()
  await fill({ Time: toLocalInput(new Date(Date.now() - 3_600_000).toISOString()) })
  expect(dialog.queryByText(/nobody is notified/)).toBeNull()
  await fill({ Time: '2024-05-04T18:00' })
  await whenReady.click(dialog.getByRole('button', { name: 'Publish' }))
  await expectToast('News item published', 'Spring season')
  const at = new Date('2024-05-04T18:00').toISOString()
  expect(changes().map(({ body }) => body)).toEqual([{ at, toSubscribers: false }])
})

test('[voice.50] a refusal is said, and the list is asked for again', async () => {
  show([record()], {
    'POST /api/admin/news/4/publication': refuse(409, 'conflict', 'This news item is published already'),
  })
  await whenReady.click(await screen.findByRole('button', { name: 'Publish' }))
  await whenReady.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Publish' }),
  )
  await expectToast('That failed', 'This news item is published already')
})

test('[voice.66] where an item is published or scheduled, it can be sent to subscribers; no is the default', async () => {
  const { changes } = show([record()], {
    'POST /api/admin/news/4/publication': respondWith(record({ state: 'published', toSubscribers: true })),
  })
  await whenReady.click(await screen.findByRole('button', { name: 'Publish' }))
  const question = within(await screen.findByRole('alertdialog'))
  const box = question.getByRole<HTMLInputElement>('checkbox', { name: 'Send to subscribers (1,234)' })
  expect(box.checked).toBe(false)
  await whenReady.click(box)
  await whenReady.click(question.getByRole('button', { name: 'Publish' }))
  await expectToast('News item published', 'Spring season')
  await whenReady.click(await screen.findByRole('button', { name: 'Choose a date' }))
  const dialog = within(await screen.findByRole('dialog'))
  await fill({ Time: '2090-01-01T10:00' })
  await whenReady.click(dialog.getByRole('checkbox', { name: 'Send to subscribers (1,234)' }))
  await whenReady.click(dialog.getByRole('button', { name: 'Schedule' }))
  await expectToast('News item scheduled', 'Spring season')
  expect(changes().map(({ body }) => body)).toEqual([
    { toSubscribers: true },
    { at: new Date('2090-01-01T10:00').toISOString(), toSubscribers: true },
  ])
})

test('[voice.68] /admin/news counts addresses, offers Retry after a failure and says why a download failed', async () => {
  const { responses } = show([], { [counts]: refuse(500, 'internal', 'Something went wrong') })
  await screen.findByText('The subscribers could not be counted.')
  responses[counts] = respondWith({ confirmed: 1234, waiting: 5 })
  await press('Retry')
  const part = await screen.findByRole('region', { name: 'Newsletter' })
  expect(part.textContent).toContain('1,234 confirmed, 5 waiting for confirmation.')
  responses['GET /api/admin/newsletter.csv'] = refuse(403, 'forbidden', 'You may not do that')
  await press('Download addresses')
  await expectToast('Download failed', 'You may not do that')
})

const cover = { url: `/news/covers/4/${'a'.repeat(64)}.webp`, alt: 'A bridge', width: 1280, height: 640 }

test('[voice.39] a picture is added with its alternative text; without either, and with a file that is none, nothing is sent', async () => {
  const { changes, responses } = show([record()], {
    'PUT /api/admin/news/4/cover': respondWith(record({ cover, version: 4 })),
  })
  const dialog = await open('Picture')
  const attach = async (name: string, type: string) =>
    await whenReady.change(dialog.getByLabelText('Picture file'), {
      target: { files: [new File(['GIF89a'], name, { type })] },
    })
  await press('Save picture')
  await dialog.findByText(/Alternative text/, { selector: 'p[id]:not(:has(*)).text-bad' })
  await fill({ 'Alternative text': 'A bridge' })
  await press('Save picture')
  await dialog.findByText('Choose a picture', { selector: '[role=alert]' })
  await attach('notes.txt', 'text/plain')
  await dialog.findByText(/^Invalid file type/)
  expect(changes()).toEqual([])
  await attach('bridge.gif', 'image/gif')
  responses[list] = respondWith([record({ cover, version: 4 })])
  await press('Save picture')
  await expectToast('Picture saved', 'Spring season')
  expect(changes()).toEqual([
    {
      method: 'PUT',
      path: '/api/admin/news/4/cover',
      body: { image: expect.stringMatching(/^data:image\/gif;base64,/), alt: 'A bridge' },
    },
  ])
})

test('[voice.39] a picture is shown with its text, its text is changed alone, and it is removed; a failure is said', async () => {
  const { changes, responses } = show([record({ cover })], {
    'PUT /api/admin/news/4/cover': refuse(409, 'conflict', 'Somebody else changed it'),
    'DELETE /api/admin/news/4/cover': respondWith(record({ version: 4 })),
  })
  const dialog = await open('Picture')
  expect(dialog.getByRole('img', { name: 'A bridge' }).getAttribute('src')).toBe(cover.url)
  await fill({ 'Alternative text': 'A long bridge' })
  await press('Save picture')
  await expectToast('That failed', 'Somebody else changed it')
  expect(changes().map(({ body }) => body)).toEqual([{ alt: 'A long bridge' }])
  responses[list] = respondWith([record({ version: 4 })])
  await press('Remove picture')
  await expectToast('Picture removed', 'Spring season')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('[guards.27] an item that was published without its newsletter says why, and how to send it', async () => {
  const published = { state: 'published', wasPublished: true, publishAt: '2026-03-01T12:00:00.000Z' } as const
  show([record({ ...published, missedNewsletter: true }), record({ ...published, id: 3, title: 'Summer' })])
  const note = await screen.findByText('Not sent to subscribers')
  expect(note.closest('li')?.textContent).toContain('Spring season')
  expect(note.closest('li')?.textContent).toContain(
    '3 newsletters had gone out within 24 hours when it was published. To send it, wait for a few hours, take it back and publish it to subscribers again.',
  )
})

test('[owner.157] an item is written in each language in a tab of its own, and a refused text is shown in its tab', async () => {
  const words = { de: { title: 'Die Saison' } }
  const { changes } = show(
    [record({ words })],
    {
      'PATCH /api/admin/news/4': respondWith(record({ words })),
    },
    ['en', 'de', 'fr'],
  )
  await open('Edit')
  await whenReady.mouseDown(screen.getByRole('tab', { name: 'de' }))
  expect(typedIn('Title')).toBe('Die Saison')
  expect(screen.getAllByText('It begins on Monday.')).toHaveLength(2)
  await fill({ Title: 'Di', Summary: 'Am Montag.' })
  await whenReady.mouseDown(screen.getByRole('tab', { name: 'en' }))
  expect(typedIn('Title')).toBe('Spring season')
  await press('Save changes')
  await screen.findByText('Title must be at least 3 characters')
  expect(screen.getByRole('tab', { name: 'de' }).getAttribute('aria-selected')).toBe('true')
  expect(changes()).toEqual([])
  await fill({ Title: '' })
  await press('Save changes')
  await expectToast('News item updated', 'Spring season')
  expect(changes().map(({ body }) => body)).toEqual([{ words: { de: { summary: 'Am Montag.' }, fr: {} } }])
})
