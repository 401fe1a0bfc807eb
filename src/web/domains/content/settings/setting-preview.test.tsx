import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SettingScope } from '../../../../contract/content/settings.ts'
import { makeQueryClient } from '../../../platform/query-client.ts'
import { whenReady } from '../../../testing/actions.ts'
import { leaveAdmin, prepareAdmin, press } from '../../../testing/admin-setup.tsx'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { TestProviders } from '../../../testing/site.tsx'
import { SettingPreview } from './setting-preview.tsx'

beforeEach(prepareAdmin)
afterEach(leaveAdmin)

const expiresAt = '2026-01-05T15:04:00.000Z'
const refused: object[] = []
const view = (scope: SettingScope, value: unknown) => (
  <SettingPreview scope={scope} value={value} sought="" onRefused={(fields) => refused.push(fields)} />
)
function show(scope: SettingScope, value: unknown) {
  const client = makeQueryClient()
  const wrapper = ({ children }: { children: React.ReactNode }) => (
    <TestProviders client={client}>{children}</TestProviders>
  )
  return render(view(scope, value), { wrapper })
}
const picture = () => document.querySelector('iframe')?.getAttribute('src')

test('[settings.85] Nothing is asked for until somebody opens the preview; on a wide screen it is open', async () => {
  const calls = fakeApi({
    'POST /api/admin/settings/announcement/preview': respondWith({ token: 'abc', expiresAt }, 201),
  })
  const { unmount } = show('announcement', { text: 'Hello' })
  // What an earlier file of this window had begun may still ask for something else.
  expect(calls.filter(({ path }) => path.includes('/preview'))).toEqual([])
  await press('Show preview')
  await waitFor(() => expect(picture()).toBe('/?preview=abc&picture'))
  unmount()
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  show('announcement', { text: 'Hello' })
  await waitFor(() => expect(picture()).toBe('/?preview=abc&picture'))
})

test('[settings.85] The picture follows what is typed; what cannot be saved is said, and the picture stays', async () => {
  const path = '/api/admin/settings/legal/preview'
  const calls = fakeApi({ [`POST ${path}`]: respondWith({ token: 'one', expiresAt }, 201) })
  const { rerender } = show('legal', { privacy: '# One' })
  await press('Show preview')
  await waitFor(() => expect(picture()).toBe('/privacy?preview=one&picture'))
  expect(screen.getByRole('link', { name: 'Open the preview in a new tab' }).getAttribute('href')).toBe(
    '/privacy?preview=one',
  )
  await whenReady.click(screen.getByRole('button', { name: '/terms' }))
  expect(picture()).toBe('/terms?preview=one&picture')
  fakeApi({ [`POST ${path}`]: refuse(400, 'validation', 'privacy must begin with its title.') })
  rerender(view('legal', { privacy: 'Two' }))
  expect((await screen.findByText(/must begin with its title/)).textContent).toContain(
    'last version that worked',
  )
  expect(picture()).toBe('/terms?preview=one&picture')
  expect(calls.map(({ body }) => body)).toEqual([{ value: { privacy: '# One' } }])
  await act(async () => {})
})

test('[owner.15] What the preview refuses is said at its field, until it is right', async () => {
  refused.length = 0
  const path = 'POST /api/admin/settings/look/preview'
  const fields = { accent: 'accent must be a colour like "#3a7bff".' }
  fakeApi({ [path]: refuse(400, 'validation', fields.accent, fields) })
  const { rerender } = show('look', { accent: 'red' })
  await press('Show preview')
  await waitFor(() => expect(refused).toEqual([fields]))
  expect(screen.queryByText(/must be a colour/)).toBeNull()
  fakeApi({ [path]: respondWith({ token: 'one', expiresAt }, 201) })
  rerender(view('look', { accent: '#ff0000' }))
  await waitFor(() => expect(picture()).toBe('/?preview=one&picture'))
  expect(refused.at(-1)).toEqual({})
})
