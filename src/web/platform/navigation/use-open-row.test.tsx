import { act, cleanup, renderHook } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider, useOutletContext } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { type OpenRow, useOpenRow } from './use-open-row.ts'

afterEach(cleanup)

interface Shown {
  row?: OpenRow
}

function List() {
  useOutletContext<Shown>().row = useOpenRow()
  return null
}

test('[guards.95] A row that is tapped twice, or followed by another at once, is one step for Back, and closing it shows the list', async () => {
  const shown: Shown = {}
  const router = createMemoryRouter(
    [{ element: <Outlet context={shown} />, children: [{ path: '*', element: <List /> }] }],
    { initialEntries: ['/before', '/list'] },
  )
  renderHook(() => null, { wrapper: () => <RouterProvider router={router} /> })
  const address = () => router.state.location.pathname + router.state.location.search
  await act(async () => {
    shown.row!.open('1')
    shown.row!.open('1')
    shown.row!.open('2')
  })
  expect(address()).toBe('/list?open=2')
  await act(async () => shown.row!.close('2'))
  expect(address()).toBe('/list')
  await act(() => router.navigate(-1))
  expect(address()).toBe('/before')
})
