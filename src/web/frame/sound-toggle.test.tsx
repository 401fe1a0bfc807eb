import { act, cleanup, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenReady } from '../testing/actions.ts'
import { fakeAudio, playedTones } from '../testing/audio.ts'

beforeEach(() => {
  localStorage.clear()
  fakeAudio()
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The button on a page that was just loaded: modules remember, pages do not. */
async function openPage() {
  vi.resetModules()
  const { SoundToggle } = await import('./sound-toggle.tsx')
  const sound = await import('../platform/sound.ts')
  return { toggle: <SoundToggle />, ...sound }
}

const button = () => screen.getByRole('button', { name: 'Mute sounds' })
const isPressed = () => button().getAttribute('aria-pressed') === 'true'

test('Sounds are on until the visitor mutes them; muting is silent, and what comes after it too', async () => {
  const { toggle, listenForSound, playSound } = await openPage()
  const stop = listenForSound()
  render(toggle)
  expect(isPressed()).toBe(false)
  await whenReady.click(button())
  expect(isPressed()).toBe(true)
  playSound('warp')
  expect(playedTones()).toEqual([])
  await whenReady.click(button())
  expect(isPressed()).toBe(false)
  expect(playedTones()).toHaveLength(1)
  stop()
})

test('The choice is remembered by the next page load, in both directions', async () => {
  for (const muted of [true, false]) {
    render((await openPage()).toggle)
    await whenReady.click(button())
    cleanup()
    render((await openPage()).toggle)
    expect(isPressed()).toBe(muted)
    cleanup()
  }
})

test("The server's HTML does not know the choice, and taking it over is no mismatch", async () => {
  localStorage.setItem('sound-muted', 'true')
  const { toggle } = await openPage()
  const container = document.createElement('div')
  container.innerHTML = renderToString(toggle)
  expect(container.querySelector('button')?.getAttribute('aria-pressed')).toBe('false')
  document.body.append(container)
  render(toggle, { container, hydrate: true })
  await act(async () => {})
  expect(isPressed()).toBe(true)
})

test('The button can be reached and pressed by keyboard', async () => {
  render((await openPage()).toggle)
  expect(button().tagName).toBe('BUTTON')
  expect(button().tabIndex).toBe(0)
})
