import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from '../../platform/api-error.ts'
import { keysetQuery } from '../../platform/keyset-query.ts'
import { makeQueryClient } from '../../platform/query-client.ts'
import { viewerQuery } from '../../platform/viewer.ts'
import { whenReady } from '../../testing/actions.ts'
import { TestProviders, testViewer } from '../../testing/site.tsx'
import { ListStates } from './list-states.tsx'

type Page = (before: number | undefined) => Promise<{ id: number }[]>

function Rows({ name, page }: { name: string; page: Page }) {
  const query = useInfiniteQuery({
    ...keysetQuery({ queryKey: ['rows', name], limit: 2, page: ({ before }) => page(before) }),
    placeholderData: keepPreviousData,
  })
  return (
    <ListStates query={query} loading="Loading rows..." failed="Error loading rows" empty={<p>no rows</p>}>
      {(rows) => (
        <ul>
          {rows.map(({ id }) => (
            <li key={id} data-row tabIndex={-1}>
              row {id} <button type="button">do {id}</button>
            </li>
          ))}
        </ul>
      )}
    </ListStates>
  )
}

function show(page: Page) {
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, testViewer)
  const tree = (name: string, next: Page) => (
    <TestProviders client={client}>
      <Rows name={name} page={next} />
    </TestProviders>
  )
  const view = render(tree('first', page))
  return { client, showOther: (name: string, next: Page) => view.rerender(tree(name, next)) }
}

const ids = () => [...document.querySelectorAll('li')].map((row) => row.textContent?.match(/row (\d+)/)?.[1])
const press = async (name: string) => await whenReady.click(screen.getByRole('button', { name }))

test('A full page offers more, and a page that is not full ends the list', async () => {
  const requests: (number | undefined)[] = []
  show(async (before) => {
    requests.push(before)
    return before === undefined ? [{ id: 9 }, { id: 8 }] : [{ id: 3 }]
  })
  expect(screen.getByRole('status').textContent).toBe('Loading rows...')
  await waitFor(() => expect(ids()).toEqual(['9', '8']))
  await press('Load more')
  await waitFor(() => expect(ids()).toEqual(['9', '8', '3']))
  expect(requests).toEqual([undefined, 8])
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('A failure of older rows leaves the newer ones in place, and Retry asks for the older ones', async () => {
  let fails = true
  const requests: (number | undefined)[] = []
  show(async (before) => {
    requests.push(before)
    if (before === undefined) return [{ id: 9 }, { id: 8 }]
    if (fails) throw new ApiError(500, 'Internal Server Error', '')
    return [{ id: 3 }]
  })
  await waitFor(() => expect(ids()).toEqual(['9', '8']))
  await press('Load more')
  expect((await screen.findByRole('alert')).textContent).toContain('Error loading rows')
  expect(ids()).toEqual(['9', '8'])
  fails = false
  await press('Retry')
  await waitFor(() => expect(ids()).toEqual(['9', '8', '3']))
  expect(requests).toEqual([undefined, 8, 8])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('A failed refetch says so above the rows that are known', async () => {
  let fails = false
  const { client } = show(async () => {
    if (fails) throw new ApiError(500, 'Internal Server Error', '')
    return [{ id: 9 }]
  })
  await waitFor(() => expect(ids()).toEqual(['9']))
  fails = true
  await act(() => client.invalidateQueries({ queryKey: ['rows'] }))
  expect((await screen.findByRole('alert')).textContent).toContain('Error loading rows')
  expect(ids()).toEqual(['9'])
})

test('While another search loads, the rows of the one before stay and say that they wait', async () => {
  const { showOther } = show(async () => [{ id: 9 }])
  await waitFor(() => expect(ids()).toEqual(['9']))
  let response = (_rows: { id: number }[]) => {}
  showOther('second', () => new Promise((resolve) => (response = resolve)))
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')?.textContent).toContain('row 9'))
  await act(async () => response([]))
  expect(await screen.findByText('no rows')).toBeTruthy()
  expect(document.querySelector('[aria-busy]')).toBeNull()
})

test('A row that leaves hands the focus to the row in its place, the last one to the list', async () => {
  let rows = [{ id: 9 }, { id: 8 }]
  const { client } = show(async (before) => (before === undefined ? rows : []))
  await waitFor(() => expect(ids()).toEqual(['9', '8']))
  screen.getByRole('button', { name: 'do 9' }).focus()
  rows = [{ id: 8 }]
  await act(() => client.invalidateQueries({ queryKey: ['rows'] }))
  await waitFor(() => expect(document.activeElement?.textContent).toContain('row 8'))
  rows = []
  await act(() => client.invalidateQueries({ queryKey: ['rows'] }))
  await screen.findByText('no rows')
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  expect(document.activeElement?.textContent).toContain('no rows')
})

test('A row that leaves takes the focus from nothing that somebody went on to', async () => {
  let rows = [{ id: 9 }, { id: 8 }]
  const { client } = show(async (before) => (before === undefined ? rows : []))
  await waitFor(() => expect(ids()).toEqual(['9', '8']))
  screen.getByRole('button', { name: 'do 9' }).focus()
  const elsewhere = screen.getByRole('button', { name: 'do 8' })
  elsewhere.focus()
  rows = [{ id: 8 }]
  await act(() => client.invalidateQueries({ queryKey: ['rows'] }))
  await waitFor(() => expect(ids()).toEqual(['8']))
  expect(document.activeElement).toBe(elsewhere)
})

test.each([
  [401, true],
  [403, true],
  [500, false],
])('An answer %i asks again who the viewer is: %s', async (status, asks) => {
  const { client } = show(() => Promise.reject(new ApiError(status, 'no', '')))
  await screen.findByRole('alert')
  expect(client.getQueryState(viewerQuery.queryKey)?.isInvalidated).toBe(asks)
})
