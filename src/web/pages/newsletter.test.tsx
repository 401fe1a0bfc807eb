import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage } from '../domains/players/testing/setup.tsx'
import { whenReady } from '../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../testing/fake-api.ts'
import NewsletterConfirmPage from './newsletter-confirm.tsx'
import NewsletterUnsubscribePage from './newsletter-unsubscribe.tsx'

afterEach(() => vi.unstubAllGlobals())

const token = 'A'.repeat(43)

test('[voice.65] the page of the confirmation mail has one button, which alone confirms; a refusal says what to do', async () => {
  const call = 'POST /api/newsletter/confirmation'
  const responses = {
    [call]: refuse(400, 'validation', 'This link is no longer valid. Enter your address once more.'),
  }
  const calls = fakeApi(responses)
  openPage('/newsletter/confirm', NewsletterConfirmPage, `/newsletter/confirm#${token}`)
  const button = await screen.findByRole('button', { name: 'Get the newsletter' })
  expect(screen.getAllByRole('button')).toEqual([button])
  expect(calls).toEqual([])
  await whenReady.click(button)
  await screen.findByText('This link is no longer valid. Enter your address once more.')
  responses[call] = respondWith({ message: 'Your address is confirmed' })
  await whenReady.click(button)
  const done = await screen.findByText('You are now subscribed to our newsletter.')
  await waitFor(() => expect(document.activeElement).toBe(done))
  expect(calls.map(({ body }) => body)).toEqual([{ token }, { token }])
})

test('[voice.65] a link that was cut off says so, and has no button', async () => {
  fakeApi({})
  openPage('/newsletter/confirm', NewsletterConfirmPage, '/newsletter/confirm#short')
  await screen.findByText('This link is not complete')
  expect(screen.queryByRole('button')).toBeNull()
})

test('[voice.65] the page that ends the newsletter has one button, which alone ends it', async () => {
  const call = `POST /newsletter/unsubscribe/${token}`
  const responses = { [call]: refuse(500, 'internal', 'Something went wrong on our side') }
  const calls = fakeApi(responses)
  openPage('/newsletter/unsubscribe/:token', NewsletterUnsubscribePage, `/newsletter/unsubscribe/${token}`)
  const button = await screen.findByRole('button', { name: 'Stop these emails' })
  expect(button.closest('form')?.method).toBe('post')
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  await whenReady.click(button)
  await screen.findByText('Not done yet')
  responses[call] = () => new Response('You will get no more of these emails.\n')
  await whenReady.click(button)
  await screen.findByText('You will get no more of these emails.')
})
