import { act, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { NavigationContent } from '../../../../contract/content/navigation-schemas.ts'
import type { Setting } from '../../../../contract/content/settings-schemas.ts'
import { queryClientForHere } from '../../../platform/query-client.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { whenReady } from '../../../testing/actions.ts'
import {
  choose,
  leaveAdmin,
  optionsOf,
  prepareAdmin,
  press,
  sent,
  viewerOf,
} from '../../../testing/admin-setup.tsx'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { TestProviders } from '../../../testing/site.tsx'
import { ToastRegion } from '../../../ui/toast.tsx'
import { newPage } from './page-fields.tsx'
import { SettingEditor } from './setting-editor.tsx'

beforeEach(prepareAdmin)
afterEach(leaveAdmin)

const value: NavigationContent = {
  header: [
    { label: 'Home', to: '/' },
    { label: 'Shop', to: '/shop' },
  ],
  footer: [{ label: 'Map', to: 'https://map.example/' }],
  off: [],
}
const navigation: Setting = { ...newPage('navigation'), value }
const about: Setting = {
  ...newPage('page.about'),
  value: { title: 'About us', description: null, text: 'Us.', isPublished: true },
}
const path = '/api/admin/settings/navigation'

async function open(save = respondWith({ revision: 1 })) {
  const calls = fakeApi({
    'GET /api/admin/settings': respondWith({ scopes: [navigation, about] }),
    [`GET ${path}/revisions`]: respondWith([]),
    [`PUT ${path}`]: save,
  })
  queryClientForHere().setQueryData(viewerQuery.queryKey, viewerOf('Admin'))
  const router = createMemoryRouter([{ path: '*', element: <SettingEditor scope="navigation" /> }])
  render(
    <TestProviders client={queryClientForHere()}>
      <RouterProvider router={router} />
      <ToastRegion />
    </TestProviders>,
  )
  await act(async () => {})
  return calls
}
const type = async (label: string, text: string) =>
  await whenReady.change(await screen.findByLabelText(label), { target: { value: text } })

test('[settings.96] Entries are pages, own pages and addresses, added, ordered and removed, and parts are switched off', async () => {
  const calls = await open()
  expect((await optionsOf('Header 2: leads to')).map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Home · /', 'About us · /p/about', 'An address of another site']),
  )
  await whenReady.keyDown(document.activeElement!, { key: 'Escape' })
  await choose('Header 2: leads to', 'About us · /p/about')
  await type('Header 2: label', 'About')
  await press('Move About up in header')
  await press('Remove Map from footer')
  await press('Add to footer')
  await type('Footer 1: label', 'Wiki')
  await choose('Footer 1: leads to', 'An address of another site')
  await type('Footer 1: address', 'https://wiki.example/')
  await whenReady.click(screen.getByLabelText('Shop'))
  await press('Save')
  await waitFor(() => expect(sent(calls, 'PUT')).toHaveLength(1))
  const saved: NavigationContent = {
    header: [
      { label: 'About', to: '/p/about' },
      { label: 'Home', to: '/' },
    ],
    footer: [{ label: 'Wiki', to: 'https://wiki.example/' }],
    off: ['shop'],
  }
  expect(sent(calls, 'PUT')).toEqual([[path, { value: saved, base: null }]])
})

test('[settings.96] A refused address is said at its field', async () => {
  await open(refuse(400, 'validation', 'to must be a page.', { 'footer.0.to': 'to must be a page.' }))
  await type('Footer 1: address', 'javascript:alert(1)')
  await press('Save')
  const field = await screen.findByLabelText('Footer 1: address')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(document.activeElement).toBe(field)
})
