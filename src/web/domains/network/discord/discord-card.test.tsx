import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { discordEndpoints } from '../../../../contract/network/discord-endpoints.ts'
import type { DiscordInfo } from '../../../../contract/network/discord-schemas.ts'
import { api } from '../../../platform/api.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { makeQueryClient } from '../../../platform/query-client.ts'
import { SiteProvider } from '../../../platform/site.tsx'
import { whenReady } from '../../../testing/actions.ts'
import { TestProviders, testSite } from '../../../testing/site.tsx'
import { DiscordCard } from './discord-card.tsx'
import { discordQuery } from './discord-query.ts'
import { DiscordStrip } from './discord-strip.tsx'

vi.mock('../../../platform/api.ts', () => ({ api: vi.fn() }))
const transport = vi.mocked(api)

const info = (memberCount: number | null, onlineCount: number | null = 87): DiscordInfo => ({
  memberCount,
  onlineCount,
  name: 'Ember Isles',
})
const serverSays = (response: DiscordInfo) => transport.mockImplementation(async () => response as never)
const serverFails = () =>
  transport.mockImplementation(async () => {
    throw new ApiError(500, '', '{"error":"Broken","message":"Broken","code":"internal"}')
  })

beforeEach(() => {
  vi.useFakeTimers()
  transport.mockReset()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Time passes, and what it brought is on the screen: queries tell their readers one turn (1 ms) later. */
const pass = (ms = 0) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
    await vi.advanceTimersByTimeAsync(1)
  })

const shapes = [
  [
    'card',
    <DiscordCard key="card" title="Discord">
      Come along.
    </DiscordCard>,
  ],
  ['strip', <DiscordStrip key="strip" />],
] as const

/** `known` is what came with the document. */
async function show(
  ui: ReactNode = shapes[0][1],
  known?: DiscordInfo,
  discordMembers: number | null = 12_000,
) {
  const client = makeQueryClient()
  if (known !== undefined) client.setQueryData(discordQuery(api).queryKey, known)
  const site = { ...testSite, ...(discordMembers !== null && { discordMembers }) }
  const view = render(
    <TestProviders client={client}>
      <SiteProvider site={site}>{ui}</SiteProvider>
    </TestProviders>,
  )
  await pass()
  return { ...view, client }
}

const members = () => screen.getByText('members').parentElement?.textContent

describe.each(shapes)('the %s', (_, ui) => {
  test('[discord.01] It shows the number in content while the member count is not loaded, and then the real one', async () => {
    let respond = (_: DiscordInfo) => {}
    transport.mockImplementation(
      () =>
        new Promise((resolve) => {
          respond = resolve as never
        }),
    )
    await show(ui)
    expect(members()).toBe('12,000 members')
    expect(screen.queryByRole('alert')).toBeNull()
    respond(info(1_234_567))
    await pass()
    expect(members()).toBe('1,234,567 members87 there now')
    expect(transport.mock.calls.map(([endpoint]) => endpoint)).toEqual([discordEndpoints.info])
  })

  test('[discord.01] It shows the number in content when the source failed, says so, and Retry asks again', async () => {
    serverFails()
    await show(ui)
    expect(members()).toBe('12,000 members')
    expect(screen.getByRole('alert').textContent).toBe('Failed to load the member count.Broken')
    await pass(59_000)
    expect(transport).toHaveBeenCalledTimes(1)
    serverSays(info(42))
    await whenReady.click(screen.getByRole('button', { name: 'Retry' }))
    await pass()
    expect(members()).toBe('42 members87 there now')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('[discord.01] It shows no number where content has none, loading, loaded or failed', async () => {
    serverFails()
    const failed = await show(ui, undefined, null)
    expect(screen.queryByText('members')).toBeNull()
    failed.unmount()
    serverSays(info(null, null))
    await show(ui)
    expect(screen.queryByText('members')).toBeNull()
    expect(screen.getByRole('link', { name: 'Join Discord' })).toBeTruthy()
  })

  test('[join.09] Joining Discord waits 2 s and opens the invite', async () => {
    const open = vi.fn()
    vi.stubGlobal('open', open)
    await show(ui, info(42))
    const link = screen.getByRole('link', { name: 'Join Discord' })
    expect(link.getAttribute('href')).toBe(testSite.links.discord)
    await whenReady.click(link)
    expect(link.textContent).toBe('Connecting...')
    act(() => vi.advanceTimersByTime(1_999))
    expect(open).not.toHaveBeenCalled()
    act(() => vi.advanceTimersByTime(1))
    expect(open.mock.calls).toEqual([[testSite.links.discord, '_blank', 'noopener,noreferrer']])
  })
})

test('[discord.01] an empty server has 0 members, and what came with the document is not asked for again', async () => {
  await show(undefined, info(0, 0))
  expect(members()).toBe('0 members0 there now')
  expect(transport).not.toHaveBeenCalled()
})

test('[discord.01] who is there now is not made up', async () => {
  serverSays(info(12_000, null))
  await show()
  expect(members()).toBe('12,000 members')
})

test('[discord.02] The browser refetches Discord info every 60 s', async () => {
  serverSays(info(43))
  await show(undefined, info(42))
  await pass(59_990)
  expect(transport).not.toHaveBeenCalled()
  await pass(10)
  expect(transport).toHaveBeenCalledTimes(1)
  expect(members()).toBe('43 members87 there now')
  await pass(60_000)
  expect(transport).toHaveBeenCalledTimes(2)
})

test('[discord.02] a refetch that fails leaves what is known, without a word, and the next one brings the news', async () => {
  serverFails()
  await show(undefined, info(42))
  await pass(60_000)
  expect(members()).toBe('42 members87 there now')
  expect(screen.queryByRole('alert')).toBeNull()
  serverSays(info(44))
  await pass(60_000)
  expect(members()).toBe('44 members87 there now')
})

test('[discord.02] nobody asks once the card is gone', async () => {
  serverSays(info(43))
  const { unmount } = await show(undefined, info(42))
  unmount()
  await pass(180_000)
  expect(transport).not.toHaveBeenCalled()
})
