import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { SiteSettings } from '../../../../contract/content/site.ts'
import { makeQueryClient } from '../../../platform/query-client.ts'
import { SiteProvider } from '../../../platform/site.tsx'
import { clearToasts } from '../../../platform/toasts.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { whenReady } from '../../../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { TestProviders, testSite, testViewer } from '../../../testing/site.tsx'
import { EmailCard } from './email-card.tsx'

afterEach(() => {
  cleanup()
  act(clearToasts)
  vi.unstubAllGlobals()
})

const email = 'steve@isles.example'
const own = 'GET /api/email'
const ask = 'POST /api/email/verification'

function renderCard(site: SiteSettings = testSite) {
  const member = { ...testViewer, email }
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, member)
  render(
    <TestProviders client={client}>
      <SiteProvider site={site}>
        <MemoryRouter>
          <EmailCard member={member} />
        </MemoryRouter>
      </SiteProvider>
    </TestProviders>,
  )
}

const button = (name: string) => screen.queryByRole('button', { name })

describe('an address that is not confirmed', () => {
  test('is said to be so, and a button sends for the mail, and for another', async () => {
    const calls = fakeApi({
      [own]: respondWith({ email, verified: false }),
      [ask]: respondWith({ message: `We sent an email to ${email}` }, 202),
    })
    renderCard()
    expect(screen.getByRole('status').textContent).toBe('Loading your email address...')
    await screen.findByText('Not verified')
    await whenReady.click(screen.getByRole('button', { name: 'Send confirmation email' }))
    await screen.findByText(/We sent an email to/)
    expect(calls.at(-1)).toEqual({ method: 'POST', path: '/api/email/verification', body: undefined })
    expect(button('Send again')).not.toBeNull()
  })

  test('has no button where the site sends no mail, and the card says why', async () => {
    fakeApi({ [own]: respondWith({ email, verified: false }) })
    renderCard({ ...testSite, sendsMail: false })
    await screen.findByText(/This site cannot send email yet/)
    expect(screen.queryAllByRole('button')).toEqual([])
  })

  test('that was confirmed in another window is asked for again when the mail is refused', async () => {
    let verified = false
    fakeApi({
      [own]: () => respondWith({ email, verified })(),
      [ask]: refuse(409, 'conflict', 'Your email address is already confirmed'),
    })
    renderCard()
    await screen.findByText('Not verified')
    verified = true
    await whenReady.click(screen.getByRole('button', { name: 'Send confirmation email' }))
    await screen.findByText('Verified')
    expect(button('Send confirmation email')).toBeNull()
  })
})

test('a confirmed address, and none, have nothing to press', async () => {
  fakeApi({ [own]: respondWith({ email, verified: true }) })
  renderCard()
  expect((await screen.findByText('Verified')).textContent).toBe('Verified')
  expect(screen.queryAllByRole('button')).toEqual([])
  cleanup()
  fakeApi({ [own]: respondWith({ email: null, verified: false }) })
  renderCard()
  await screen.findByText(/You have not added an email address/)
  expect(screen.queryAllByRole('button')).toEqual([])
})

test.each([
  { email, verified: false },
  { email, verified: true },
  { email: null, verified: false },
])('where the site sends no mail, none is promised (%o)', async (state) => {
  fakeApi({ [own]: respondWith(state) })
  renderCard({ ...testSite, sendsMail: false })
  const words = await screen.findByText(/This site cannot send email yet/)
  expect(words.closest('div')?.textContent).not.toMatch(/mail away|by email|mail goes there|check your/i)
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('a failure says so and can be retried', async () => {
  fakeApi({ [own]: refuse(500, 'internal', 'Something went wrong on our side') })
  renderCard()
  await screen.findByText('Something went wrong on our side')
  fakeApi({ [own]: respondWith({ email, verified: true }) })
  await whenReady.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.queryByText('Verified')).not.toBeNull())
})
