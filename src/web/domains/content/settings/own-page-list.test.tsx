import { act, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useParams } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SettingScope } from '../../../../contract/content/settings.ts'
import type { Setting } from '../../../../contract/content/settings-schemas.ts'
import { queryClientForHere } from '../../../platform/query-client.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { whenReady } from '../../../testing/actions.ts'
import {
  expectToast,
  inTurn,
  leaveAdmin,
  prepareAdmin,
  press,
  sent,
  viewerOf,
} from '../../../testing/admin-setup.tsx'
import { fakeApi, respondWith } from '../../../testing/fake-api.ts'
import { TestProviders } from '../../../testing/site.tsx'
import { ToastRegion } from '../../../ui/toast.tsx'
import { newPage } from './page-fields.tsx'
import { SettingEditor } from './setting-editor.tsx'
import { SettingsList } from './settings-list.tsx'

beforeEach(prepareAdmin)
afterEach(leaveAdmin)

const about = { title: 'About us', description: null, text: 'We **play**.', isPublished: false }
const saved: Setting = {
  ...newPage('page.about'),
  value: about,
  revision: 4,
  source: 'browser',
  by: 'Bosslady',
  at: '2026-01-05T15:04:00.000Z',
}
const list = 'GET /api/admin/settings'
const path = '/api/admin/settings/page.about'

const Editor = () => <SettingEditor scope={useParams().scope as SettingScope} />
async function open(address: string) {
  queryClientForHere().setQueryData(viewerQuery.queryKey, viewerOf('Admin'))
  const router = createMemoryRouter(
    [
      { path: '/admin/settings', element: <SettingsList /> },
      { path: '/admin/settings/:scope', element: <Editor /> },
    ],
    { initialEntries: [address] },
  )
  render(
    <TestProviders client={queryClientForHere()}>
      <RouterProvider router={router} />
      <ToastRegion />
    </TestProviders>,
  )
  await act(async () => {})
  return router
}
const type = async (label: string, value: string) =>
  await whenReady.change(await screen.findByLabelText(label), { target: { value } })

test.each([
  ['', 'Enter an address'],
  ['About us', /Small letters/],
  ['rules', /reserved for a page of the site/],
  ['about', /already/],
])('[settings.91] the address %j makes no page', async (slug, sentence) => {
  fakeApi({ [list]: respondWith({ scopes: [saved] }) })
  const router = await open('/admin/settings')
  await type('Address of a new page', slug)
  await press('Make a page')
  await screen.findByText(sentence)
  expect(router.state.location.pathname).toBe('/admin/settings')
})

test('[settings.91] a page is made by its address, written and published', async () => {
  const calls = fakeApi({
    [list]: inTurn({ scopes: [] }, { scopes: [] }, { scopes: [saved] }),
    [`GET ${path}/revisions`]: respondWith([]),
    [`PUT ${path}`]: respondWith({ revision: 4 }),
  })
  await open('/admin/settings')
  await type('Address of a new page', 'about')
  await press('Make a page')
  await screen.findByText('New page')
  await type('Title', 'About us')
  await type('Text', 'We **play**.')
  await whenReady.click(screen.getByLabelText('Published'))
  await press('Save')
  await expectToast('Saved', 'Page /p/about')
  expect(sent(calls, 'PUT')).toEqual([[path, { value: { ...about, isPublished: true }, base: null }]])
})

test('[settings.91] a page is deleted, and brought back from its history', async () => {
  const revision = { revision: 4, value: about, by: 'Bosslady', at: '2026-01-05T15:04:00.000Z' }
  const gone = { ...revision, revision: 5, value: null }
  const calls = fakeApi({
    [list]: inTurn({ scopes: [saved] }, { scopes: [] }),
    [`GET ${path}/revisions`]: inTurn([revision], [gone, revision]),
    [`POST ${path}/undo`]: respondWith({ revision: 5 }),
  })
  const router = await open('/admin/settings/page.about')
  await press('Delete this page')
  await press('Delete')
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/settings'))
  expect(sent(calls, 'POST')).toEqual([[`${path}/undo`, { to: null, base: 4 }]])
  await act(() => router.navigate('/admin/settings/page.about'))
  await screen.findByText(/· deleted/)
  await press('Go back to this')
  await press('Go back')
  await waitFor(() => expect(sent(calls, 'POST')[1]).toEqual([`${path}/undo`, { to: 4, base: 5 }]))
})
