import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearToasts } from '../platform/toasts.ts'
import { regardless, whenReady } from '../testing/actions.ts'
import { type Call, fakeApi, refuse, respondWith } from '../testing/fake-api.ts'
import { renderOnPages } from '../testing/pages.tsx'
import { ToastRegion } from '../ui/toast.tsx'
import { Footer } from './footer.tsx'

const path = 'POST /api/newsletter'
const taken = respondWith({ message: 'Thank you for subscribing to our newsletter!' }, 202)
let responses: Record<string, Parameters<typeof fakeApi>[0][string]>
let calls: Call[]

beforeEach(async () => {
  responses = { [path]: taken }
  calls = fakeApi(responses)
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
  vi.unstubAllGlobals()
})

const footer = () => within(screen.getByRole('contentinfo'))
const field = () => footer().getByRole<HTMLInputElement>('textbox', { name: 'Newsletter' })
const enter = async (value: string) => await whenReady.change(field(), { target: { value } })
const button = () => footer().getByRole('button', { name: 'Subscribe' })
const subscribe = () => whenReady.click(button())
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
])('[newsletter.01] An empty or bad email is not submitted: %s', async (_what, value) => {
  await enter(value)
  await subscribe()
  expect(shown()).toEqual([])
  expect(calls).toEqual([])
})

test("[newsletter.02] Submitting shows toast 'Subscribed!' / 'Thank you for subscribing to our newsletter!' and clears the field", async () => {
  await enter('me@example.com')
  await subscribe()
  await waitFor(() => expect(shown()).not.toEqual([]))
  expect(shown().map(({ textContent }) => textContent)).toEqual([
    'Subscribed!',
    'Thank you for subscribing to our newsletter!',
  ])
  await waitFor(() => expect(field().value).toBe(''))
})

test('[newsletter.03] Submitting sends the address once, however often it is pressed meanwhile', async () => {
  let respond = (_: Response) => {}
  responses[path] = () => new Promise<Response>((resolve) => (respond = resolve))
  await enter('me@example.com')
  await subscribe()
  regardless.click(button())
  await waitFor(() => expect(calls).toHaveLength(1))
  regardless.click(button())
  expect(shown()).toEqual([])
  respond(await taken())
  await waitFor(() => expect(field().value).toBe(''))
  expect(calls).toEqual([{ method: 'POST', path: '/api/newsletter', body: { email: 'me@example.com' } }])
})

test.each([
  [
    'a refusal',
    refuse(429, 'too_many_requests', 'Too many requests. Try again later.'),
    'Too many requests. Try again later.',
  ],
  ['no network', undefined, 'Please try again.'],
])(
  '[newsletter.03] After %s the field keeps what was typed, and it can be sent again',
  async (_what, response, sentence) => {
    if (response === undefined) delete responses[path]
    else responses[path] = response
    await enter('me@example.com')
    await subscribe()
    await waitFor(() =>
      expect(shown().map(({ textContent }) => textContent)).toEqual(['Not subscribed', sentence]),
    )
    expect(field().value).toBe('me@example.com')
    responses[path] = taken
    await subscribe()
    await waitFor(() => expect(field().value).toBe(''))
  },
)

test('[newsletter.03] Submitting makes no call before scripts run: it is a form for a dialog, without one', () => {
  expect(field().form?.method).toBe('dialog')
  expect(field().closest('dialog')).toBeNull()
})
