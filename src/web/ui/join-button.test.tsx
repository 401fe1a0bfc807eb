import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setShowWays } from '../platform/launch.ts'
import { ServerOnline } from '../platform/live/server-online.ts'
import { listenForSound } from '../platform/sound.ts'
import { clearToasts } from '../platform/toasts.ts'
import { regardless, whenReady } from '../testing/actions.ts'
import { fakeAudio, playedTones } from '../testing/audio.ts'
import { TestProviders, testSite } from '../testing/site.tsx'
import { JoinButton } from './join-button.tsx'
import { ToastRegion } from './toast.tsx'

const labels = ['JOIN NOW', 'JOIN SERVER', 'PLAY NOW', 'PRACTICE'] as const
const link = 'minecraft://?addExternalServer=Ember%20Isles|play.isles.example:19132'
let focused = true
let opened: string[] = []
let stopSound: () => void

beforeEach(() => {
  vi.useFakeTimers()
  fakeAudio()
  stopSound = listenForSound()
  focused = true
  opened = []
  window.addEventListener('click', noteOpening)
  vi.spyOn(document, 'hasFocus').mockImplementation(() => focused)
})

afterEach(() => {
  cleanup()
  stopSound()
  window.removeEventListener('click', noteOpening)
  act(() => clearToasts())
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A link that no handler stopped is what the browser opens; here it is noted instead. */
function noteOpening(event: MouseEvent) {
  if (event.defaultPrevented || !(event.target instanceof HTMLAnchorElement)) return
  opened.push(event.target.getAttribute('href') ?? '')
  event.preventDefault()
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

function renderButton(label: (typeof labels)[number] = 'JOIN NOW') {
  return render(
    <TestProviders>
      <JoinButton label={label} />
      <ToastRegion />
    </TestProviders>,
  )
}

const button = () => screen.getByRole('link')
const toastTitle = () => screen.queryByText('Minecraft Not Found')

test('[join.01] Join buttons JOIN NOW, JOIN SERVER, PLAY NOW and PRACTICE open the add-server link on click', async () => {
  for (const label of labels) {
    renderButton(label)
    await whenReady.click(screen.getByRole('link', { name: label }))
    cleanup()
  }
  expect(opened).toEqual([link, link, link, link])
})

test('[join.02] The add-server link is minecraft://?addExternalServer={site name, URL-encoded}|{host}:{port}', () => {
  renderButton()
  expect(testSite.gamePort).toBe(19132)
  expect(button().getAttribute('href')).toBe(link)
})

test('[join.03] A click on a join button plays the warp sound', async () => {
  renderButton()
  await whenReady.click(button())
  const [tone, ...others] = playedTones()
  expect(tone?.frequencies.map(({ hertz }) => hertz)).toEqual([200, 1500])
  expect(others).toHaveLength(0)
})

test("[join.04] After a click the join button's label shows LAUNCHING... for 3 s, then reverts", async () => {
  renderButton('JOIN SERVER')
  await whenReady.click(button())
  expect(button().textContent).toBe('LAUNCHING...')
  pass(2_999)
  expect(button().textContent).toBe('LAUNCHING...')
  pass(1)
  expect(button().textContent).toBe('JOIN SERVER')
})

test('[join.05] 2 s after the click, if the window still has focus, destructive toast Minecraft Not Found / Please make sure Minecraft is installed on your device.', async () => {
  renderButton()
  await whenReady.click(button())
  pass(1_999)
  expect(toastTitle()).toBeNull()
  pass(1)
  expect(toastTitle()?.closest('li')?.dataset.variant).toBe('destructive')
  expect(screen.getByText('Please make sure Minecraft is installed on your device.')).toBeTruthy()
})

test('[evening.62] Where Minecraft was not found, the ways to join are one press away, and the address is copied', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  const showWays = vi.fn()
  setShowWays(showWays)
  renderButton()
  await whenReady.click(button())
  pass(2_000)
  // Not where the second of two presses may land.
  regardless.click(screen.getByRole('button', { name: 'How to join' }))
  regardless.click(screen.getByRole('button', { name: 'Copy address' }))
  expect([showWays.mock.calls.length, writeText.mock.calls.length]).toEqual([0, 0])
  pass(7_000)
  await whenReady.click(screen.getByRole('button', { name: 'Copy address' }))
  expect(writeText.mock.calls).toEqual([['play.isles.example']])
  expect(toastTitle()).not.toBeNull()
  await whenReady.click(screen.getByRole('button', { name: 'How to join' }))
  expect(showWays).toHaveBeenCalledTimes(1)
  // Where a dialog leads back to.
  expect(document.activeElement).toBe(button())
  setShowWays(undefined)
})

test('[join.06] If the window has lost focus 2 s after the click, no Minecraft Not Found toast appears', async () => {
  renderButton()
  await whenReady.click(button())
  pass(1_000)
  focused = false
  pass(1_000)
  focused = true
  pass(10_000)
  expect(toastTitle()).toBeNull()
})

test('The check for the game outlives the page that the button stood on', async () => {
  const { rerender } = renderButton()
  await whenReady.click(button())
  rerender(
    <TestProviders>
      <ToastRegion />
    </TestProviders>,
  )
  pass(2_000)
  expect(toastTitle()).not.toBeNull()
})

test('A second click restarts the wait and still makes one toast', async () => {
  renderButton()
  await whenReady.click(button())
  pass(1_500)
  await whenReady.click(button())
  pass(1_500)
  expect(toastTitle()).toBeNull()
  expect(button().textContent).toBe('LAUNCHING...')
  pass(500)
  expect(toastTitle()).not.toBeNull()
})

test.each([
  [undefined, 'solid', null],
  [true, 'solid', null],
  [false, 'quiet', 'The server is offline'],
])(
  'While the server is offline a join button is quiet and says so, and still works: online is %s',
  async (online, look, said) => {
    render(
      <TestProviders>
        <ServerOnline value={online}>
          <JoinButton label="JOIN SERVER" />
        </ServerOnline>
      </TestProviders>,
    )
    const join = screen.getByRole('link', { name: 'JOIN SERVER' })
    expect(join.getAttribute('data-look')).toBe(look)
    const describedBy = join.getAttribute('aria-describedby')
    expect(describedBy === null ? null : document.getElementById(describedBy)?.textContent).toBe(said)
    await whenReady.click(join)
    expect(opened).toEqual([link])
    expect(join.textContent).toBe('LAUNCHING...')
  },
)
