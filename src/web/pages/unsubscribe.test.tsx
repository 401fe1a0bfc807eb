import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage } from '../domains/players/testing/setup.tsx'
import { whenReady } from '../testing/actions.ts'
import { fakeApi, refuse } from '../testing/fake-api.ts'
import UnsubscribePage from './unsubscribe.tsx'

afterEach(() => vi.unstubAllGlobals())

const call = 'POST /unsubscribe/abc'

test('[voice.23] the page has one button, which alone ends the mails; a failure can be tried again', async () => {
  const responses = { [call]: refuse(500, 'internal', 'Something went wrong on our side') }
  const calls = fakeApi(responses)
  openPage('/unsubscribe/:token', UnsubscribePage, '/unsubscribe/abc')
  const button = await screen.findByRole('button', { name: 'Stop these emails' })
  expect(screen.getAllByRole('button')).toEqual([button])
  expect(button.closest('form')?.method).toBe('post')
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  await whenReady.click(button)
  await screen.findByText('Not done yet')
  responses[call] = () => new Response('You will get no more of these emails.\n')
  await whenReady.click(button)
  const done = await screen.findByText('You will get no more of these emails.')
  await waitFor(() => expect(document.activeElement).toBe(done))
})
