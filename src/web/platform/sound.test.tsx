import { act, cleanup, render, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { regardless, whenReady } from '../testing/actions.ts'
import { FakeAudioContext, fakeAudio, playedTones } from '../testing/audio.ts'
import { Button } from '../ui/button.tsx'
import { listenForSound, playSound, useSoundMuted } from './sound.ts'

let stop: () => void

beforeEach(() => {
  fakeAudio()
  stop = listenForSound()
})

afterEach(() => {
  cleanup()
  stop()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function hideTab(hidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  regardless(document, new Event('visibilitychange'))
}

test('[join.14] Audio starts on the first click or touch, not before', async () => {
  playSound('click')
  await whenReady.mouseMove(document.body)
  await whenReady.keyDown(document.body, { key: 'a' })
  expect(FakeAudioContext.made).toHaveLength(0)
  await whenReady.click(document.body)
  expect(FakeAudioContext.made).toHaveLength(1)
  await whenReady.click(document.body)
  expect(FakeAudioContext.made).toHaveLength(1)
})

test('[join.14] A touch starts audio as a click does', async () => {
  await whenReady.touchEnd(document.body)
  expect(FakeAudioContext.made).toHaveLength(1)
})

test('[join.12] The click sound is a tone of 800 Hz for 0.1 s', async () => {
  await whenReady.click(document.body)
  playSound('click')
  const [tone] = playedTones()
  expect(tone).toEqual({ frequencies: [{ hertz: 800, at: 10 }], started: 10, stopped: 10.1 })
})

test('[join.13] The warp sound is a sweep from 200 to 1500 Hz over 0.3 s', async () => {
  await whenReady.click(document.body)
  playSound('warp')
  const [tone] = playedTones()
  expect(tone).toEqual({
    frequencies: [
      { hertz: 200, at: 10 },
      { hertz: 1500, at: 10.3 },
    ],
    started: 10,
    stopped: 10.3,
  })
})

test('[join.11] Button sound options are click, warp and none; none plays nothing', async () => {
  const { getByText } = render(
    <>
      <Button>ordinary</Button>
      <Button sound="click">click</Button>
      <Button sound="warp">warp</Button>
      <Button sound="none">none</Button>
    </>,
  )
  const firstPitches = async (label: string) => {
    const before = playedTones().length
    await whenReady.click(getByText(label))
    return playedTones()
      .slice(before)
      .map((tone) => tone.frequencies[0]?.hertz)
  }
  expect(await firstPitches('ordinary')).toEqual([800])
  expect(await firstPitches('click')).toEqual([800])
  expect(await firstPitches('warp')).toEqual([200])
  expect(await firstPitches('none')).toEqual([])
})

test('[join.15] Audio is suspended while the tab is hidden', async () => {
  await whenReady.click(document.body)
  const [audio] = FakeAudioContext.made
  hideTab(true)
  expect(audio?.state).toBe('suspended')
  hideTab(false)
  expect(audio?.state).toBe('running')
})

test('Who mutes the site hears nothing, and the choice is remembered', async () => {
  await whenReady.click(document.body)
  const { result } = renderHook(useSoundMuted)
  expect(result.current[0]).toBe(false)
  act(() => result.current[1](true))
  expect(result.current[0]).toBe(true)
  playSound('click')
  expect(playedTones()).toHaveLength(0)
  expect(localStorage.getItem('sound-muted')).toBe('true')
  act(() => result.current[1](false))
  playSound('click')
  expect(playedTones()).toHaveLength(1)
})

test('A browser that refuses storage still mutes', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('refused')
  })
  await whenReady.click(document.body)
  const { result } = renderHook(useSoundMuted)
  act(() => result.current[1](true))
  playSound('click')
  expect(playedTones()).toHaveLength(0)
  act(() => result.current[1](false))
})
