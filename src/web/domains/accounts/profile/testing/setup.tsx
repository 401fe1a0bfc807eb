import { render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { expect } from 'vitest'
import type { OwnUser } from '../../../../../contract/accounts/users-schemas.ts'
import { makeQueryClient } from '../../../../platform/query-client.ts'
import { useViewer, viewerQuery } from '../../../../platform/viewer.ts'
import { whenReady } from '../../../../testing/actions.ts'
import { TestProviders } from '../../../../testing/site.tsx'
import { ToastRegion } from '../../../../ui/toast.tsx'

export const member: OwnUser = {
  id: 7,
  username: 'steve',
  email: 'steve@isles.example',
  bio: 'I build bridges.',
  discordTag: 'steve#0007',
  avatarUrl: 'https://pictures.example/steve.png',
  rank: 'Gold',
  createdAt: '2025-03-09T08:07:00.000Z',
  lastLogin: '2026-01-05T15:04:00.000Z',
  gamertag: null,
}

function MemberPage({ ui }: { ui: (viewer: OwnUser) => ReactNode }) {
  const viewer = useViewer()
  return viewer === null ? <p>nobody</p> : ui(viewer)
}

/** Renders `ui` for the member, again after each change of the query cache. */
export function renderFor(who: OwnUser, ui: (viewer: OwnUser) => ReactNode) {
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, who)
  render(
    <TestProviders client={client}>
      <MemoryRouter>
        <MemberPage ui={ui} />
      </MemoryRouter>
      <ToastRegion />
    </TestProviders>,
  )
  return client
}

export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

export const type = async (label: string, text: string) =>
  await whenReady.change(field(label), { target: { value: text } })

export const press = async (name: string) => await whenReady.click(screen.getByRole('button', { name }))

/** The error below a field; undefined without one. */
export const complaintAt = (label: string) => {
  const ids = field(label).getAttribute('aria-describedby')?.split(' ') ?? []
  const errorId = ids.find((id) => id.endsWith('-error'))
  return errorId === undefined ? undefined : document.getElementById(errorId)?.textContent
}

const toastCard = () => document.querySelector<HTMLElement>('li[data-variant]')

export const expectToast = (title: string, description: string, variant = 'default') =>
  waitFor(() => {
    expect(toastCard()?.textContent).toBe(title + description)
    expect(toastCard()?.dataset.variant).toBe(variant)
  })
