import { act, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, vi } from 'vitest'
import type { OwnUser } from '../../../../../contract/accounts/users-schemas.ts'
import { makeQueryClient } from '../../../../platform/query-client.ts'
import { clearToasts } from '../../../../platform/toasts.ts'
import { viewerQuery } from '../../../../platform/viewer.ts'
import { whenReady } from '../../../../testing/actions.ts'
import { TestProviders } from '../../../../testing/site.tsx'
import { ToastRegion } from '../../../../ui/toast.tsx'

/** What a list needs of a browser with a layout, and jsdom does not have. */
export function fillBrowserGaps() {
  vi.stubGlobal('scrollTo', () => {})
  Element.prototype.scrollIntoView = () => {}
  Element.prototype.hasPointerCapture = () => false
}

/** Renders `element` at `path`, seen by `viewer`; every other address is another page. */
export async function show(element: ReactNode, viewer: OwnUser | null, path = '/here') {
  fillBrowserGaps()
  act(clearToasts)
  localStorage.clear()
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, viewer)
  const [pathname] = path.split('?')
  const router = createMemoryRouter(
    [
      { path: pathname ?? '/', element },
      { path: '*', element: <p>another page</p> },
    ],
    { initialEntries: [path] },
  )
  const view = render(
    <TestProviders client={client}>
      <RouterProvider router={router} />
      <ToastRegion />
    </TestProviders>,
  )
  await act(async () => {})
  return {
    ...view,
    client,
    address: () => router.state.location.pathname + router.state.location.search,
  }
}

export const press = async (name: string | RegExp) =>
  await whenReady.click(screen.getByRole('button', { name }))

export const type = async (label: string | RegExp, text: string) =>
  await whenReady.change(screen.getByLabelText(label), { target: { value: text } })

/** Opens a select as the keyboard does. */
export async function openSelect(name: string) {
  await whenReady.keyDown(screen.getByRole('combobox', { name }), { key: 'Enter' })
  return screen.findAllByRole('option')
}

export async function choose(name: string, option: string) {
  const options = await openSelect(name)
  const wanted = options.find(({ textContent }) => textContent === option)
  if (wanted === undefined) throw new Error(`${name} does not offer ${option}`)
  await whenReady.keyDown(wanted, { key: 'Enter' })
  await waitFor(() => expect(screen.getByRole('combobox', { name }).textContent).toBe(option))
}

const toastCard = () => document.querySelector<HTMLElement>('li[data-variant]')

/** Title and the lines below it of the toast on screen; null when there is none. */
export function shownToast(): string[] | null {
  const [title, second] = toastCard()?.firstElementChild?.children ?? []
  const description = second?.tagName === 'BUTTON' ? undefined : second
  if (title === undefined) return null
  const lines = [...(description?.querySelectorAll('p') ?? [])].map((line) => line.textContent ?? '')
  return [
    title.textContent ?? '',
    ...(lines.length > 0 || !description ? lines : [description.textContent ?? '']),
  ]
}

export const toastVariant = () => toastCard()?.dataset.variant

/** The title of the toast on screen, and as many of the lines below it as are given. */
export const expectToast = (...lines: string[]) =>
  waitFor(() => expect(shownToast()?.slice(0, lines.length)).toEqual(lines))
