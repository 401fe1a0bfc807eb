import type { QueryClient } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { FaqContent, RulesContent } from '../../contract/content/content-schemas.ts'
import { makeQueryClient } from '../platform/query-client.ts'
import { clearToasts } from '../platform/toasts.ts'
import { ToastRegion } from '../ui/toast.tsx'
import { shippedFile, TestProviders } from './site.tsx'

/** The words that ship, on the site of the tests. */
export const shippedRules = RulesContent.parse(shippedFile('rules.yaml'))
export const shippedFaq = FaqContent.parse(shippedFile('faq.yaml'))

interface Shown {
  readonly at: string
  /** Holds what the page's loader brings with the document. */
  readonly client?: QueryClient
  /** HTML of the server to take over. */
  readonly container?: HTMLElement
  /** What is asked for never comes. */
  readonly isPending?: boolean
}

const pageTree = (page: ReactElement, { at, client }: { at: string; client: QueryClient }) => {
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [at] })
  return {
    router,
    tree: (
      <TestProviders client={client}>
        <RouterProvider router={router} />
        <ToastRegion />
      </TestProviders>
    ),
  }
}

/** A page with content, ready for the server's renderer. */
export const documentOf = (page: ReactElement, at: string, client: QueryClient) =>
  pageTree(page, { at, client }).tree

const pause = () => act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())))

/** Whatever is asked for has arrived and is on the screen; what waits for a frame has had one. */
async function settle(client: QueryClient) {
  for (let tries = 0; tries < 100 && client.isFetching() > 0; tries += 1) await pause()
  await pause()
}

/** Shows a page that reads content, and waits until what it asked for has arrived. */
export async function showContentPage(
  page: ReactElement,
  { at, client = makeQueryClient(), container, isPending = false }: Shown,
) {
  act(clearToasts)
  const { router, tree } = pageTree(page, { at, client })
  const view = render(tree, container && { container, hydrate: true })
  await (isPending ? pause() : settle(client))
  return {
    ...view,
    settled: () => settle(client),
    address: () => router.state.location.pathname + router.state.location.hash,
    async go(to: string) {
      await act(async () => void (await router.navigate(to)))
      await pause()
    },
  }
}

/** Title and description of the toast on screen; null when there is none. */
export function shownToast() {
  const [title, description] = document.querySelector('li[data-variant]')?.firstElementChild?.children ?? []
  return title === undefined ? null : [title.textContent, description?.textContent]
}
