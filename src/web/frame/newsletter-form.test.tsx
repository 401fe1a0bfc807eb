import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearToasts } from '../platform/toasts.ts'
import { renderOnPages } from '../testing/pages.tsx'
import { ToastRegion } from '../ui/toast.tsx'
import { Footer } from './footer.tsx'

const call = vi.fn()
const beacon = vi.fn()

beforeEach(async () => {
  call.mockReset()
  beacon.mockReset()
  vi.stubGlobal('fetch', call)
  vi.stubGlobal('XMLHttpRequest', call)
  navigator.sendBeacon = beacon
  await renderOnPages(
    <>
      <Footer />
      <ToastRegion />
    </>,
  )
})

afterEach(() => {
  cleanup()
  act(clearToasts)
  Reflect.deleteProperty(navigator, 'sendBeacon')
  vi.unstubAllGlobals()
})

const footer = () => within(screen.getByRole('contentinfo'))
const field = () => footer().getByRole<HTMLInputElement>('textbox', { name: 'Newsletter' })
const enter = (value: string) => fireEvent.change(field(), { target: { value } })
const subscribe = () => fireEvent.click(footer().getByRole('button', { name: 'Subscribe' }))
const shown = () => [...(document.querySelector('li[data-variant]')?.firstElementChild?.children ?? [])]

test('[newsletter.01] The footer has a newsletter form; its email input is required and of type email', () => {
  expect(field().type).toBe('email')
  expect(field().required).toBe(true)
  expect(field().form?.noValidate).toBe(false)
})

test.each([
  ['nothing', ''],
  ['blanks', '   '],
  ['no @', 'me.example.com'],
  ['no domain', 'me@'],
  ['two', 'a@b c@d'],
])('[newsletter.01] An empty or bad email is not submitted: %s', (_what, value) => {
  enter(value)
  subscribe()
  expect(shown()).toEqual([])
  expect(call).not.toHaveBeenCalled()
})

test("[newsletter.02] Submitting shows toast 'Subscribed!' / 'Thank you for subscribing to our newsletter!' and clears the field", () => {
  enter('me@example.com')
  subscribe()
  expect(shown().map(({ textContent }) => textContent)).toEqual([
    'Subscribed!',
    'Thank you for subscribing to our newsletter!',
  ])
  expect(field().value).toBe('')
})

test('[newsletter.03] Submitting the newsletter form makes no call', () => {
  enter('me@example.com')
  subscribe()
  expect(shown()).not.toEqual([])
  expect(call).not.toHaveBeenCalled()
  expect(beacon).not.toHaveBeenCalled()
})

test('[newsletter.03] Submitting makes no call before scripts run either: it is a form for a dialog, without one', () => {
  expect(field().form?.method).toBe('dialog')
  expect(field().closest('dialog')).toBeNull()
})
