import { focusManager, onlineManager, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEndpoints } from '../../contract/accounts/users-endpoints.ts'
import { postEndpoints } from '../../contract/posts/posts-endpoints.ts'
import { api, apiSecond } from './api.ts'
import { ApiError, errorMessage } from './api-error.ts'
import { makeQueryClient } from './query-client.ts'

const fetchMock = vi.fn<typeof fetch>()
beforeEach(() => {
  fetchMock.mockReset().mockImplementation(async () => new Response('[]'))
  vi.stubGlobal('fetch', fetchMock)
})
afterEach(() => {
  vi.unstubAllGlobals()
  focusManager.setFocused(undefined)
})

const sent = (call = 0) => {
  const [url, init] = fetchMock.mock.calls[call] ?? []
  return { url, ...init }
}

test('[api.01] All requests of the browser include credentials (cookies)', async () => {
  await api(postEndpoints.list, {})
  await api(postEndpoints.remove, { params: { id: 3 } })
  await apiSecond(postEndpoints.create, { body: { content: 'x' } })
  expect(fetchMock.mock.calls.map(([, init]) => init?.credentials)).toEqual(['include', 'include', 'include'])
})

test('[api.02] Requests have JSON content type and JSON body only when there is a body', async () => {
  await api(postEndpoints.react, { params: { id: 7 }, body: { type: 'like' } })
  expect(sent()).toMatchObject({
    url: '/api/posts/7/reactions',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"type":"like"}',
  })
  fetchMock.mockImplementation(async () => new Response(null, { status: 204 }))
  expect(await api(userEndpoints.logout, {})).toBeUndefined()
  expect(sent(1)).toMatchObject({ url: '/api/logout', method: 'POST', headers: {} })
  expect(sent(1)).not.toHaveProperty('body')
})

test("[api.03] A non-success answer becomes an error with message '{status}: {response body}', or '{status}: {status text}' if the body is empty", async () => {
  const failure = async (response: Response) => {
    fetchMock.mockImplementation(async () => response)
    return api(postEndpoints.list, {}).catch((error: unknown) => error as ApiError)
  }
  const body = JSON.stringify({ error: 'Nope', message: 'Nope', code: 'forbidden' })
  const error = await failure(new Response(body, { status: 403, statusText: 'Forbidden' }))
  expect(error).toBeInstanceOf(ApiError)
  expect((error as ApiError).message).toBe(`403: ${body}`)
  expect(errorMessage(error, 'else')).toBe('Nope')
  const empty = await failure(new Response('', { status: 502, statusText: 'Bad Gateway' }))
  expect((empty as ApiError).message).toBe('502: Bad Gateway')
  expect(errorMessage(empty, 'else')).toBe('else')
  const html = await failure(new Response('<h1>Oops</h1>', { status: 504, statusText: 'Gateway Timeout' }))
  expect((html as ApiError).message).toBe('504: <h1>Oops</h1>')
})

function Feed() {
  const { isError, data } = useQuery({ queryKey: ['feed'], queryFn: () => api(postEndpoints.list, {}) })
  return <p>{isError ? 'failed' : data ? 'loaded' : 'loading'}</p>
}

function feedPage(client = makeQueryClient()) {
  return render(
    <QueryClientProvider client={client}>
      <Feed />
    </QueryClientProvider>,
  )
}

test('[api.04] Reads do not expire by default: coming back to a page makes no new request', async () => {
  const client = makeQueryClient()
  const page = feedPage(client)
  await screen.findByText('loaded')
  page.unmount()
  vi.useFakeTimers()
  vi.setSystemTime(Date.now() + 20 * 60_000)
  feedPage(client)
  await vi.advanceTimersByTimeAsync(1_000)
  vi.useRealTimers()
  expect(screen.getByText('loaded')).toBeDefined()
  expect(fetchMock).toHaveBeenCalledTimes(1)
})

const read = vi.fn(async () => 'answered')

/** Reads that are out of date at once: one with the defaults, and one that asks for every refetch there is. */
function OutOfDateReads() {
  const always = { refetchOnWindowFocus: 'always', refetchOnReconnect: 'always' } as const
  useQuery({ queryKey: ['default'], queryFn: read, staleTime: 0 })
  const { dataUpdatedAt } = useQuery({ queryKey: ['always'], queryFn: witness, staleTime: 0, ...always })
  return <p>{dataUpdatedAt === 0 ? 'loading' : 'loaded'}</p>
}
const witness = vi.fn(async () => 'answered')

async function showOutOfDateReads() {
  read.mockClear()
  witness.mockClear()
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <OutOfDateReads />
    </QueryClientProvider>,
  )
  await screen.findByText('loaded')
  expect([read.mock.calls.length, witness.mock.calls.length]).toEqual([1, 1])
}

/** Queries are refetched in the order of their keys on the page, so the read would be asked for before the witness. */
async function expectNoRefetch() {
  await waitFor(() => expect(witness).toHaveBeenCalledTimes(2))
  expect(read).toHaveBeenCalledTimes(1)
}

test('[api.05] Reads are not refetched when the window gets focus', async () => {
  await showOutOfDateReads()
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  await expectNoRefetch()
})

test('Reads are not refetched when the connection comes back', async () => {
  await showOutOfDateReads()
  onlineManager.setOnline(false)
  onlineManager.setOnline(true)
  await expectNoRefetch()
})

test('[api.06] A failed read is not retried: exactly one request', async () => {
  fetchMock.mockImplementation(async () => new Response('down', { status: 500 }))
  feedPage()
  // A read is shown as failed after its last try.
  await screen.findByText('failed')
  expect(fetchMock).toHaveBeenCalledTimes(1)
})
