import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenReady } from '../testing/actions.ts'
import { ExternalLinkButton } from './external-link-button.tsx'

const open = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  open.mockReset()
  vi.stubGlobal('open', open)
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const button = () => screen.getByRole('link')

test('[join.07] External link buttons with a delay show Connecting... with a spinner, then open the link in a new tab without opener or referrer', async () => {
  render(<ExternalLinkButton href="https://outside.example/">Forum</ExternalLinkButton>)
  expect(button().querySelector('[data-spinner]')).toBeNull()
  await whenReady.click(button())
  expect(button().textContent).toBe('Connecting...')
  expect(button().querySelector('[data-spinner]')).not.toBeNull()
  expect(open).not.toHaveBeenCalled()
  pass(800)
  expect(open.mock.calls).toEqual([['https://outside.example/', '_blank', 'noopener,noreferrer']])
  expect(button().textContent).toBe('Forum')
})

test('[join.07] Without scripts it is an ordinary link with the same manners', () => {
  render(<ExternalLinkButton href="https://outside.example/">Forum</ExternalLinkButton>)
  expect(button().getAttribute('href')).toBe('https://outside.example/')
  expect(button().getAttribute('target')).toBe('_blank')
  expect(button().getAttribute('rel')).toBe('noopener noreferrer')
})

test('[join.08] An external link button waits 800 ms by default', async () => {
  render(<ExternalLinkButton href="https://outside.example/">Forum</ExternalLinkButton>)
  expect(await whenReady.click(button())).toBe(false)
  pass(799)
  expect(open).not.toHaveBeenCalled()
  pass(1)
  expect(open).toHaveBeenCalledOnce()
})

test('Clicking again while it connects opens one tab', async () => {
  render(<ExternalLinkButton href="https://outside.example/">Forum</ExternalLinkButton>)
  await whenReady.click(button())
  pass(400)
  expect(await whenReady.click(button())).toBe(false)
  pass(5_000)
  expect(open).toHaveBeenCalledOnce()
})

test('A click with a modifier key is left to the browser', async () => {
  render(<ExternalLinkButton href="https://outside.example/">Forum</ExternalLinkButton>)
  let left = false
  const leaveToBrowser = (event: MouseEvent) => {
    left = !event.defaultPrevented
    event.preventDefault()
  }
  window.addEventListener('click', leaveToBrowser, { once: true })
  await whenReady.click(button(), { ctrlKey: true })
  expect(left).toBe(true)
  pass(5_000)
  expect(open).not.toHaveBeenCalled()
})

test('Leaving the page while it connects opens nothing', async () => {
  const { unmount } = render(<ExternalLinkButton href="https://outside.example/">Forum</ExternalLinkButton>)
  await whenReady.click(button())
  unmount()
  pass(5_000)
  expect(open).not.toHaveBeenCalled()
})
