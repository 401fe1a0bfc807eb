import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { TestProviders } from './site.tsx'

/** Renders something that is part of every page, at `path`. Returns a function that goes to other pages. */
export async function renderOnPages(element: ReactNode, path = '/') {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] })
  const view = render(
    <TestProviders>
      <RouterProvider router={router} />
    </TestProviders>,
  )
  await act(async () => {})
  return {
    ...view,
    pathname: () => router.state.location.pathname,
    go: (to: string | number) => act(async () => void (await router.navigate(to as string))),
  }
}
