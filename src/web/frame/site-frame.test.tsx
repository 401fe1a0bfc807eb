import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearToasts } from '../platform/toasts.ts'
import { whenReady } from '../testing/actions.ts'
import { fakeAudio } from '../testing/audio.ts'
import { fakeApi, respondWith } from '../testing/fake-api.ts'
import { FakeSocket } from '../testing/fake-socket.ts'
import { renderOnPages } from '../testing/pages.tsx'
import { SiteFrame } from './site-frame.tsx'

const status = {
  ...{ isOnline: true, playerCount: 3, maxPlayers: 20, version: '1.26.0', motd: null },
  ...{ latencyMs: null, source: 'ping', checkedAt: null },
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('scrollTo', () => {})
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  fakeAudio()
  FakeSocket.install()
})
afterEach(() => {
  act(clearToasts)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('[evening.62] How to join of the toast opens the ways with the version that the server reports, and they lead back', async () => {
  fakeApi({ 'GET /api/minecraft/status': respondWith(status), 'GET /api/user': respondWith(null) })
  await renderOnPages(
    <SiteFrame>
      <h1>Rules</h1>
    </SiteFrame>,
    '/rules',
  )
  const [join] = screen.getAllByRole('link', { name: /^JOIN|PLAY NOW/ })
  // jsdom opens no links.
  join!.addEventListener('click', (event) => event.preventDefault())
  await whenReady.click(join!)
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  await whenReady.click(await screen.findByRole('button', { name: 'How to join' }))
  const dialog = await screen.findByRole('dialog', { name: 'How to join' })
  expect(dialog.textContent).toContain('Server runs 1.26.0')
  await whenReady.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(document.activeElement?.textContent).toBe(join!.textContent))
})
