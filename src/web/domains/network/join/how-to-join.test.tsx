import { act, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { clearToasts } from '../../../platform/toasts.ts'
import { whenReady } from '../../../testing/actions.ts'
import { TestProviders } from '../../../testing/site.tsx'
import { ToastRegion } from '../../../ui/toast.tsx'
import { HowToJoin } from './how-to-join.tsx'

afterEach(() => {
  act(clearToasts)
  vi.unstubAllGlobals()
})

async function open(version: string | null = null) {
  render(<HowToJoin version={version} />, { wrapper: TestProviders })
  await whenReady.click(screen.getByRole('button', { name: 'How to join' }))
  return within(await screen.findByRole('dialog', { name: 'How to join' }))
}

const tab = (name: string) => screen.getByRole('tab', { name })
const panel = () => screen.getByRole('tabpanel')

test('Nothing of it is on the page until it is asked for', () => {
  render(<HowToJoin version="1.26.0" />, { wrapper: TestProviders })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.body.textContent).toBe('How to join')
})

test('Name, address and port can each be copied', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { userAgent: '', clipboard: { writeText } })
  const dialog = await open()
  for (const name of ['Copy server name', 'Copy server address', 'Copy port']) {
    await whenReady.click(dialog.getByRole('button', { name }))
    await act(async () => {})
  }
  expect(writeText.mock.calls).toEqual([['Ember Isles'], ['play.isles.example'], ['19132']])
  expect(dialog.getByRole('button', { name: 'Copied port' })).toBeTruthy()
})

test('The game version is shown as the server reports it, and left out while nobody knows', async () => {
  const dialog = await open('1.26.0')
  expect(dialog.getByText(/^Server runs/).textContent).toBe(
    'Server runs 1.26.0: update your game if it cannot connect.',
  )
  await whenReady.click(dialog.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('Without a version there is no word of one', async () => {
  expect((await open()).queryByText(/Server runs/)).toBeNull()
})

test.each([
  ['Windows', 'Minecraft for Windows'],
  ['Android, iOS', 'Minecraft on this phone or tablet'],
])('%s: the add-server link, else Play, Servers, Add Server', async (name, game) => {
  await open()
  await whenReady.mouseDown(tab(name))
  expect(within(panel()).getByRole('link', { name: 'JOIN SERVER' }).getAttribute('href')).toBe(
    'minecraft://?addExternalServer=Ember%20Isles|play.isles.example:19132',
  )
  expect(panel().textContent).toContain(game)
  for (const word of ['Play', 'Servers', 'Add Server']) {
    expect(within(panel()).getByText(word)).toBeTruthy()
  }
})

test('Console: no link that could not work; the ways around and the membership are shown', async () => {
  await open()
  await whenReady.mouseDown(tab('Console'))
  expect(within(panel()).queryByRole('link')).toBeNull()
  const text = panel().textContent
  for (const words of [
    'Xbox, PlayStation and Nintendo Switch have no Add Server button',
    'Through a friend.',
    'With a helper app on a phone.',
    'With another DNS server.',
    'Xbox Game Pass, PlayStation Plus or Nintendo Switch Online',
  ]) {
    expect(text).toContain(words)
  }
})

test('It opens with the tab of the device that the visitor holds', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X)' })
  await open()
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Android, iOS')
})

test("Ways to join that cannot be loaded are a destructive toast 'Connection Error', and the button works again", async () => {
  vi.doMock('./how-to-join-dialog.tsx', () => Promise.reject(new Error('no connection')))
  render(
    <>
      <HowToJoin version={null} />
      <ToastRegion />
    </>,
    { wrapper: TestProviders },
  )
  const press = async () => await whenReady.click(screen.getByRole('button', { name: 'How to join' }))
  await press()
  const toast = (await screen.findByText('Connection Error')).closest('li')
  expect(toast?.dataset.variant).toBe('destructive')
  vi.doUnmock('./how-to-join-dialog.tsx')
  await press()
  await screen.findByRole('dialog', { name: 'How to join' })
})
