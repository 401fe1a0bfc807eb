import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearToasts } from '../platform/toasts.ts'
import { whenReady } from '../testing/actions.ts'
import { CopyButton, CopyRow } from './copy-button.tsx'
import { ToastRegion } from './toast.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  cleanup()
  act(clearToasts)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const withToasts = (
  <>
    <CopyButton value="play.isles.example" what="server address" />
    <ToastRegion />
  </>
)

const button = () => screen.getByRole('button', { name: /server address$/ })
const press = async () => {
  await whenReady.click(button())
  await act(async () => {})
}
const said = () => screen.getAllByRole('status').find((status) => status.className === 'sr-only')?.textContent

test('A browser that keeps its clipboard from the page: the value is shown, and nothing is said to be copied', async () => {
  vi.stubGlobal('navigator', {})
  render(withToasts)
  await press()
  const toast = screen.getByText('Copy failed').closest('li')
  expect(toast?.dataset.variant).toBe('destructive')
  expect(toast?.textContent).toContain('Please copy it by hand: play.isles.example')
  expect(button().textContent).toBe('Copy server address')
  expect(said()).toBe('')
})

test('What was copied is said for 2 s, to eyes and to ears, and then can be copied again', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  render(withToasts)
  await press()
  expect(writeText.mock.calls).toEqual([['play.isles.example']])
  expect(screen.getByRole('button', { name: 'Copied server address' })).toBeTruthy()
  expect(said()).toBe('Copied server address')
  act(() => vi.advanceTimersByTime(1_999))
  await press()
  act(() => vi.advanceTimersByTime(1_999))
  expect(screen.getByRole('button', { name: 'Copied server address' })).toBeTruthy()
  act(() => vi.advanceTimersByTime(1))
  expect(screen.getByRole('button', { name: 'Copy server address' })).toBeTruthy()
  expect(said()).toBe('')
  expect(writeText).toHaveBeenCalledTimes(2)
})

test('A row names its value for eyes and its button for ears', () => {
  render(<CopyRow label="Server Address" value="play.isles.example" />)
  expect(screen.getByText('Server Address').nextElementSibling?.textContent).toBe('play.isles.example')
  expect(screen.getByRole('button', { name: 'Copy server address' })).toBeTruthy()
})
