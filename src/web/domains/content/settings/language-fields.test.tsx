import { act, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type {
  AvailableLanguage,
  LanguagesContent,
  Setting,
} from '../../../../contract/content/settings-schemas.ts'
import { queryClientForHere } from '../../../platform/query-client.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { leaveAdmin, prepareAdmin, press, sent, viewerOf } from '../../../testing/admin-setup.tsx'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { TestProviders } from '../../../testing/site.tsx'
import { ToastRegion } from '../../../ui/toast.tsx'
import { newPage } from './page-fields.tsx'
import { SettingEditor } from './setting-editor.tsx'

beforeEach(prepareAdmin)
afterEach(leaveAdmin)

const path = '/api/admin/settings/languages'
const available: AvailableLanguage[] = [
  { tag: 'de', name: 'Deutsch', texts: 2_700, translated: 2_700, faulty: 0 },
  { tag: 'en', name: 'English', texts: 2_700, translated: 2_700, faulty: 0 },
  { tag: 'nl', name: 'Nederlands', texts: 2_700, translated: 1_200, faulty: 2 },
]

async function open(
  value: LanguagesContent,
  {
    save = respondWith({ revision: 1 }),
    more = {},
  }: { save?: ReturnType<typeof respondWith>; more?: object } = {},
) {
  const setting: Setting = { ...newPage('languages'), value, ...more }
  const calls = fakeApi({
    'GET /api/admin/settings': respondWith({ scopes: [setting] }),
    [`GET ${path}/available`]: respondWith(available),
    [`GET ${path}/revisions`]: respondWith([]),
    [`PUT ${path}`]: save,
  })
  queryClientForHere().setQueryData(viewerQuery.queryKey, viewerOf('Admin'))
  const router = createMemoryRouter([{ path: '*', element: <SettingEditor scope="languages" /> }])
  render(
    <TestProviders client={queryClientForHere()}>
      <RouterProvider router={router} />
      <ToastRegion />
    </TestProviders>,
  )
  await act(async () => {})
  await screen.findByRole('checkbox', { name: 'English en' })
  return calls
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name: `Default: ${name}` })
const saved = async (calls: ReturnType<typeof fakeApi>) => {
  await press('Save')
  await waitFor(() => expect(sent(calls, 'PUT')).toHaveLength(1))
  return (sent(calls, 'PUT')[0]![1] as { value: unknown }).value
}

test('[languages.59] an error stands above the list and at the language that it names, which gets the focus', async () => {
  await open(
    { default: 'en', offered: ['en'] },
    {
      save: refuse(400, 'validation', 'Not valid', {
        'offered.1': 'There is no file of this language',
      }),
    },
  )
  await act(async () => box('Nederlands nl').click())
  await press('Save')
  await screen.findAllByText('There is no file of this language')
  await waitFor(() => expect(document.activeElement).toBe(box('Nederlands nl')))
  expect(box('Nederlands nl').getAttribute('aria-invalid')).toBe('true')
  expect(box('English en').getAttribute('aria-invalid')).toBeNull()
})

test('[languages.59] every language is listed by its own name, in its language, with how complete it is', async () => {
  await open({ default: 'en', offered: ['en', 'sv'] })
  const rows = within(screen.getByRole('form', { name: 'Languages' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent)
  expect(rows).toEqual([
    'Deutsch deAll 2,700 textsDefault',
    'English enAll 2,700 textsDefault',
    'Nederlands nl1,200 of 2,700 texts, the others in English2 faulty textsDefault',
    'sv svThere is no file of this languageDefault',
  ])
  expect(screen.getByText('Deutsch').lang).toBe('de')
  expect([box('Deutsch de').checked, box('English en').checked, box('sv sv').checked]).toEqual([
    false,
    true,
    true,
  ])
  expect([radio('English').checked, radio('Deutsch').disabled]).toEqual([true, true])
})

test('[languages.59] what is offered is saved in the order of the list, with its default', async () => {
  const calls = await open({ default: 'en', offered: ['en'] })
  await act(async () => box('Nederlands nl').click())
  await act(async () => box('Deutsch de').click())
  await act(async () => radio('Nederlands').click())
  expect(await saved(calls)).toEqual({ default: 'nl', offered: ['de', 'en', 'nl'] })
})

test('[languages.59] without the default the first of the list becomes it', async () => {
  const calls = await open({ default: 'nl', offered: ['de', 'nl'] })
  await act(async () => box('Nederlands nl').click())
  expect(radio('Deutsch').checked).toBe(true)
  expect(await saved(calls)).toEqual({ default: 'de', offered: ['de'] })
})

test('[languages.54] what LANGUAGES decides can only be read', async () => {
  await open({ default: 'en', offered: ['en'] }, { more: { source: 'variable', lockedBy: 'LANGUAGES' } })
  expect(screen.getAllByText('Set by LANGUAGES').length).toBeGreaterThan(0)
  expect(box('Deutsch de').matches(':disabled')).toBe(true)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})
