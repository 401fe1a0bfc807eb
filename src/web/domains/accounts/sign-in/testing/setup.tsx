import { render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect } from 'vitest'
import type { OwnUser } from '../../../../../contract/accounts/users-schemas.ts'
import { makeQueryClient } from '../../../../platform/query-client.ts'
import { viewerQuery } from '../../../../platform/viewer.ts'
import { whenReady } from '../../../../testing/actions.ts'
import { TestProviders } from '../../../../testing/site.tsx'
import { ToastRegion } from '../../../../ui/toast.tsx'

/** Renders under a query cache that knows who looks, with the place where toasts appear. */
export function renderFor(viewer: OwnUser | null, ui: ReactNode) {
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, viewer)
  render(
    <TestProviders client={client}>
      {ui}
      <ToastRegion />
    </TestProviders>,
  )
  return client
}

export const type = async (label: string, text: string) =>
  await whenReady.change(screen.getByLabelText(label), { target: { value: text } })

export const press = async (name: string) => await whenReady.click(screen.getByRole('button', { name }))

export const toastCard = () => document.querySelector<HTMLElement>('li[data-variant]')

export const expectToast = (title: string, description: string, variant = 'default') =>
  waitFor(() => {
    expect(toastCard()?.textContent).toBe(title + description)
    expect(toastCard()?.dataset.variant).toBe(variant)
  })
