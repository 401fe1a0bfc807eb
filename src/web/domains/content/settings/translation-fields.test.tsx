import { act, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { GuidelinesContent } from '../../../../contract/content/content-schemas.ts'
import type { SettingScope } from '../../../../contract/content/settings.ts'
import type { Setting } from '../../../../contract/content/settings-schemas.ts'
import { queryClientForHere } from '../../../platform/query-client.ts'
import { SiteProvider } from '../../../platform/site.tsx'
import { viewerQuery } from '../../../platform/viewer.ts'
import { whenReady } from '../../../testing/actions.ts'
import { leaveAdmin, prepareAdmin, press, viewerOf } from '../../../testing/admin-setup.tsx'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { TestProviders, testSite } from '../../../testing/site.tsx'
import { ToastRegion } from '../../../ui/toast.tsx'
import { newPage } from './page-fields.tsx'
import { SettingEditor } from './setting-editor.tsx'

beforeEach(prepareAdmin)
afterEach(leaveAdmin)

const guidelines: Setting = {
  ...newPage('guidelines'),
  value: {
    guidelines: [
      { title: 'Be kind', text: 'To everybody.' },
      { title: 'Be fair', text: 'Always.' },
    ],
  },
  shape: z.toJSONSchema(GuidelinesContent, { io: 'input', unrepresentable: 'any' }),
}
const own = (value: unknown): Setting => ({
  ...newPage('guidelines@de'),
  value,
  revision: 4,
  source: 'browser',
})
const path = '/api/admin/settings/guidelines%40de'

async function open(
  settings: readonly Setting[],
  scope: SettingScope = 'guidelines@de',
  given = respondWith([{ at: 'guidelines.text', text: 'Always.', said: 'Immer.' }]),
) {
  const calls = fakeApi({
    'GET /api/admin/settings': respondWith({ scopes: settings }),
    [`GET /api/admin/settings/${encodeURIComponent(scope)}/revisions`]: respondWith([]),
    [`GET ${path}/given`]: given,
    [`PUT ${path}`]: respondWith({ revision: 5 }),
  })
  const offered = ['en', 'de', 'fr'].map((tag) => ({ tag, name: tag }))
  queryClientForHere().setQueryData(viewerQuery.queryKey, viewerOf('Admin'))
  const router = createMemoryRouter(
    [{ path: '/admin/settings/:scope', element: <SettingEditor scope={scope} /> }],
    { initialEntries: [`/admin/settings/${scope}`] },
  )
  render(
    <TestProviders client={queryClientForHere()}>
      <SiteProvider site={{ ...testSite, language: { tag: 'en', offered } }}>
        <RouterProvider router={router} />
      </SiteProvider>
      <ToastRegion />
    </TestProviders>,
  )
  await act(async () => {})
  return calls
}
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const saved = (calls: ReturnType<typeof fakeApi>) => calls.find(({ method }) => method === 'PUT')?.body

test('[owner.130] A setting with words leads to its words in each language, and one without words to none', async () => {
  await open([guidelines], 'guidelines')
  const tabs = within(await screen.findByRole('navigation', { name: 'Language of the words' }))
  expect(tabs.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/admin/settings/guidelines',
    '/admin/settings/guidelines@de',
    '/admin/settings/guidelines@fr',
  ])
  expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('en')
})

test('[owner.130] Each text has a field in a language with the text that it translates; what is missing is counted, and saved is what was written', async () => {
  const calls = await open([guidelines])
  await screen.findByText('3 texts are in the default language.')
  expect((await field('Guidelines · 2 · Text')).placeholder).toBe('Immer.')
  expect(await screen.findByText('To everybody.')).toBeTruthy()
  await whenReady.change(await field('Guidelines · 1 · Title'), { target: { value: 'Sei nett' } })
  await screen.findByText('2 texts are in the default language.')
  await press('Save')
  await waitFor(() =>
    expect(saved(calls)).toEqual({
      value: [{ at: 'guidelines.title', text: 'Be kind', said: 'Sei nett' }],
      base: null,
    }),
  )
})

test('[owner.130] The translation of a text that was changed stays at hand until it is removed', async () => {
  const calls = await open([guidelines, own([{ at: 'guidelines.title', text: 'Be nice', said: 'Sei nett' }])])
  await screen.findByText('1 translation is of a text that was changed. It is shown to nobody.')
  await whenReady.click(screen.getAllByRole('button', { name: 'Start from the earlier translation' })[0]!)
  expect((await field('Guidelines · 1 · Title')).value).toBe('Sei nett')
  await press('Remove them')
  await press('Save')
  await waitFor(() =>
    expect(saved(calls)).toEqual({
      value: [{ at: 'guidelines.title', text: 'Be kind', said: 'Sei nett' }],
      base: 4,
    }),
  )
})

test('[owner.130] Words that cannot be loaded can be asked for again', async () => {
  const calls = await open([guidelines], undefined, refuse(500, 'internal', 'Internal Server Error'))
  const asked = () => calls.filter((call) => call.path === `${path}/given`).length
  await screen.findByText('The words of the language could not be loaded.')
  const before = asked()
  await press('Retry')
  await waitFor(() => expect(asked()).toBeGreaterThan(before))
})
