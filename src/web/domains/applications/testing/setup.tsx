import { act, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { expect, vi } from 'vitest'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { live } from '../../../platform/live/live-socket.ts'
import { queryClientForHere } from '../../../platform/query-client.ts'
import { clearToasts } from '../../../platform/toasts.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { whenReady } from '../../../testing/actions.ts'
import { FakeSocket } from '../../../testing/fake-socket.ts'
import { TestProviders } from '../../../testing/site.tsx'
import { ToastRegion } from '../../../ui/toast.tsx'

export const member: OwnUser = {
  id: 7,
  username: 'steve',
  email: 'steve@isles.example',
  bio: null,
  discordTag: '@steve',
  avatarUrl: null,
  rank: 'Gold',
  createdAt: '2025-03-09T08:07:00.000Z',
  lastLogin: null,
  gamertag: 'Steve of Isles',
}

/** What Radix uses of a browser and jsdom does not have; and a socket that the test plays. */
export function prepareBrowser() {
  vi.stubGlobal('scrollTo', () => {})
  Element.prototype.scrollIntoView = () => {}
  Element.prototype.hasPointerCapture = () => false
  FakeSocket.install()
  // The page's one socket outlives a test: the next gets one of its own.
  live.reopen()
}

export function leaveBrowser() {
  act(clearToasts)
  queryClientForHere().clear()
  localStorage.clear()
  vi.unstubAllGlobals()
}

/** Pages at their addresses, as this viewer meets them; every other address is another page. */
export async function openPage(routes: readonly RouteObject[], address: string, viewer: OwnUser | null) {
  queryClientForHere().setQueryData(viewerQuery.queryKey, viewer)
  const router = createMemoryRouter([...routes, { path: '*', element: <p>another page</p> }], {
    initialEntries: [address],
  })
  render(
    <TestProviders client={queryClientForHere()}>
      <RouterProvider router={router} />
      <ToastRegion />
    </TestProviders>,
  )
  await act(async () => {})
  return { router, go: (to: string) => act(() => router.navigate(to)) }
}

/** Presses a button as the keyboard does, with the focus on it. */
export async function press(name: string | RegExp) {
  const button = screen.getByRole('button', { name })
  button.focus()
  await whenReady.click(button)
}

export const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)

export const type = async (label: string | RegExp, text: string) =>
  await whenReady.change(field(label), { target: { value: text } })

/** Chooses a radio button or ticks a box. */
export const choose = async (label: string | RegExp) => await whenReady.click(field(label))

/** Chooses from a select, as the keyboard does. */
export async function select(label: string, option: string) {
  await whenReady.keyDown(screen.getByRole('combobox', { name: label }), { key: 'Enter' })
  await whenReady.keyDown(await screen.findByRole('option', { name: option }), { key: 'Enter' })
}

const toastCard = () => document.querySelector<HTMLElement>('li[data-variant]')

export const expectToast = (title: string, description: string, variant = 'default') =>
  waitFor(() => {
    expect(toastCard()?.textContent).toBe(title + description)
    expect(toastCard()?.dataset.variant).toBe(variant)
  })

export const expectNoToast = () => expect(toastCard()).toBeNull()
