import { act, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, type MetaDescriptor, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { whenReady } from '../testing/actions.ts'
import { fakeApi, respondWith } from '../testing/fake-api.ts'
import { renderOnPages } from '../testing/pages.tsx'
import { TestProviders, testSite } from '../testing/site.tsx'
import Contact, { meta } from './contact.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const discord = { memberCount: 4_321, onlineCount: 87, name: 'Ember Isles' }

const open = () => {
  fakeApi({ 'GET /api/discord/info': respondWith(discord), 'GET /api/user': respondWith({}, 401) })
  return renderOnPages(<Contact />, '/contact')
}

/** The card with that heading. */
const card = (name: string) => {
  const element = screen.getByRole('heading', { name }).parentElement
  return within(element!)
}

test('[contact.01] /contact has a form with name, email, subject and message', async () => {
  await open()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Contact')
  expect(screen.getAllByRole('textbox').map((box) => box.getAttribute('name'))).toEqual([
    'name',
    'email',
    'subject',
    'message',
  ])
  const matches = [{ id: 'root', loaderData: { site: testSite } }]
  const tags = meta({ matches } as unknown as Parameters<typeof meta>[0]) as MetaDescriptor[]
  expect(tags).toContainEqual({ title: 'Contact · Ember Isles' })
})

test('[contact.02] [discord.01] /contact has a Discord support card with the invite link and the member count', async () => {
  await open()
  const support = card('Discord Support')
  expect(support.getByRole('link', { name: 'Join Discord' }).getAttribute('href')).toBe(
    testSite.links.discord,
  )
  expect(await support.findByText('4,321')).toBeTruthy()
})

test('[join.09] The invite opens 2 s after the click', async () => {
  await open()
  vi.useFakeTimers()
  const opened = vi.fn()
  vi.stubGlobal('open', opened)
  await whenReady.click(screen.getByRole('link', { name: 'Join Discord' }))
  act(() => vi.advanceTimersByTime(1_999))
  expect(opened).not.toHaveBeenCalled()
  act(() => vi.advanceTimersByTime(1))
  expect(opened.mock.calls).toEqual([[testSite.links.discord, '_blank', 'noopener,noreferrer']])
})

test('[contact.03] /contact has an email support card with a support address and a partnerships address', async () => {
  await open()
  const links = card('Email Support').getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['support@isles.example', 'mailto:support@isles.example'],
    ['partners@isles.example', 'mailto:partners@isles.example'],
  ])
})

test('[contact.04] /contact has a card that links to /faq', async () => {
  await open()
  expect(screen.getByRole('link', { name: 'Read the FAQ' }).getAttribute('href')).toBe('/faq')
})

test("Without scripts the addresses are in the server's HTML, and the form, which sends nothing, says so", () => {
  const router = createMemoryRouter([{ path: '*', element: <Contact /> }], { initialEntries: ['/contact'] })
  const html = renderToString(
    <TestProviders>
      <RouterProvider router={router} />
    </TestProviders>,
  )
  expect(html).toContain('mailto:support@isles.example')
  expect(html).not.toContain('type="submit"')
  expect(html).toContain('Sending a message needs JavaScript.')
})
