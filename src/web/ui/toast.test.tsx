import { act, cleanup, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearToasts, runToastAction, toast } from '../platform/toasts.ts'
import { addCatalogue, TranslationProvider } from '../platform/translation.tsx'
import { regardless, whenReady } from '../testing/actions.ts'
import { ToastRegion } from './toast.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  // jsdom has no pointer capture; Radix holds the pointer with it while a toast is being swiped.
  Object.assign(Element.prototype, {
    setPointerCapture: () => {},
    hasPointerCapture: () => false,
    releasePointerCapture: () => {},
  })
})

afterEach(() => {
  cleanup()
  act(() => clearToasts())
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const show = (content: Parameters<typeof toast>[0]) => act(() => toast(content))
const cards = () => [...document.querySelectorAll<HTMLElement>('li[data-state]')]
const openTitles = () =>
  cards()
    .filter((card) => card.dataset.state === 'open')
    .map((card) => card.querySelector('div > div')?.textContent)

test('[toast.01] At most 1 toast is visible; a new one takes the place of the old one', () => {
  render(<ToastRegion />)
  show({ title: 'First' })
  show({ title: 'Second' })
  expect(openTitles()).toEqual(['Second'])
  expect(cards()).toHaveLength(1)
  act(() => {
    toast({ title: 'Third' })
    toast({ title: 'Fourth' })
  })
  expect(openTitles()).toEqual(['Fourth'])
})

test('[toast.01] The new one has its whole time, whatever the old one had left', () => {
  render(<ToastRegion />)
  show({ title: 'First' })
  pass(4_000)
  show({ title: 'Second' })
  pass(4_999)
  expect(openTitles()).toEqual(['Second'])
  pass(1)
  expect(openTitles()).toEqual([])
})

test('[toast.02] A toast is displayed for 5000 ms by default', () => {
  render(<ToastRegion />)
  show({ title: 'Saved' })
  pass(4_999)
  expect(openTitles()).toEqual(['Saved'])
  pass(1)
  expect(openTitles()).toEqual([])
})

test('A message in a toast is said in the language of the page', () => {
  addCatalogue('/toast-de', { saved: 'Gespeichert', undo: 'Rückgängig' })
  render(
    <TranslationProvider language={{ tag: 'de', catalogue: '/toast-de' }}>
      <ToastRegion />
    </TranslationProvider>,
  )
  show({
    title: { id: 'saved', message: 'Saved' },
    description: 'As it is',
    action: { label: { id: 'undo', message: 'Undo' }, run() {} },
  })
  expect(openTitles()).toEqual(['Gespeichert'])
  expect(screen.getByText('As it is')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Rückgängig' })).toBeTruthy()
})

test('A toast may ask for another duration', () => {
  render(<ToastRegion />)
  show({ title: 'Longer', duration: 9_000 })
  pass(8_999)
  expect(openTitles()).toEqual(['Longer'])
  pass(1)
  expect(openTitles()).toEqual([])
})

test('[toast.03] A dismissed toast is removed from the document 3000 ms after dismissal', async () => {
  render(<ToastRegion />)
  show({ title: 'Saved' })
  await whenReady.click(screen.getByRole('button', { name: 'Close' }))
  expect(cards().map((card) => card.dataset.state)).toEqual(['closed'])
  pass(2_999)
  expect(cards()).toHaveLength(1)
  pass(1)
  expect(cards()).toHaveLength(0)
})

test('[toast.03] One that ran out of time is removed 3000 ms later too', () => {
  render(<ToastRegion />)
  show({ title: 'Saved' })
  pass(5_000 + 2_999)
  expect(cards()).toHaveLength(1)
  pass(1)
  expect(cards()).toHaveLength(0)
})

test('A dismissed toast cannot be reached while it waits to be removed', async () => {
  render(<ToastRegion />)
  show({ title: 'Saved' })
  await whenReady.click(screen.getByRole('button', { name: 'Close' }))
  expect(cards()[0]?.hasAttribute('inert')).toBe(true)
})

/** jsdom has no PointerEvent; its mouse events carry what a swipe is made of. */
function swipe(pixels: number) {
  const card = cards()[0]!
  const point = (type: string, clientX: number) =>
    regardless(card, new MouseEvent(type, { bubbles: true, button: 0, clientX, clientY: 0 }))
  point('pointerdown', 0)
  point('pointermove', 5)
  point('pointermove', pixels)
  point('pointerup', pixels)
}

test('[toast.04] Swiping a toast right by more than 50 px dismisses it; a shorter swipe does not', () => {
  render(<ToastRegion />)
  show({ title: 'Saved' })
  swipe(50)
  expect(openTitles()).toEqual(['Saved'])
  swipe(-80)
  expect(openTitles()).toEqual(['Saved'])
  swipe(51)
  expect(openTitles()).toEqual([])
})

test('[toast.05] F8 focuses the notification region', async () => {
  render(<ToastRegion />)
  const region = screen.getByRole('region', { name: 'Notifications (F8)' })
  expect(region.contains(document.activeElement)).toBe(false)
  await whenReady.keyDown(document, { key: 'F8', code: 'F8' })
  expect(region.contains(document.activeElement)).toBe(true)
})

test('[toast.06] Toasts named destructive look different from ordinary ones', () => {
  render(<ToastRegion />)
  show({ title: 'Logged out' })
  const ordinary = cards()[0]!
  show({ title: 'Logout failed', variant: 'destructive' })
  const destructive = cards()[0]!
  expect(ordinary.dataset.variant).toBe('default')
  expect(destructive.dataset.variant).toBe('destructive')
  expect(destructive.className).not.toBe(ordinary.className)
  expect(ordinary.querySelectorAll('svg')).toHaveLength(1)
  expect(destructive.querySelectorAll('svg')).toHaveLength(2)
})

test('Screen readers hear a destructive toast at once and an ordinary one in a pause', () => {
  render(<ToastRegion />)
  const politeness = () => screen.getByRole('status').getAttribute('aria-live')
  show({ title: 'Saved' })
  expect(politeness()).toBe('polite')
  show({ title: 'Logout failed', variant: 'destructive' })
  expect(politeness()).toBe('assertive')
})

test('Closing a hovered toast does not keep the next one open', async () => {
  render(<ToastRegion />)
  show({ title: 'First' })
  await whenReady.pointerMove(cards()[0]!)
  await whenReady.click(screen.getByRole('button', { name: 'Close' }))
  pass(3_000)
  show({ title: 'Second' })
  pass(5_000)
  expect(openTitles()).toEqual([])
})

test('A toast waits while the pointer rests on it', async () => {
  render(<ToastRegion />)
  show({ title: 'Read me' })
  pass(1_000)
  await whenReady.pointerMove(cards()[0]!)
  pass(60_000)
  expect(openTitles()).toEqual(['Read me'])
})

test('The server renders no toast, whatever the browser shows', () => {
  show({ title: 'Saved' })
  expect(renderToString(<ToastRegion />)).not.toContain('Saved')
})

test('[guards.66] What a toast offers takes no press for a second after it appears; the key for it does', () => {
  const run = vi.fn()
  render(<ToastRegion />)
  show({ title: 'Case Closed', action: { label: 'Undo', run } })
  regardless.click(screen.getByRole('button', { name: 'Undo' }))
  pass(999)
  regardless.click(screen.getByRole('button', { name: 'Undo' }))
  expect(run).not.toHaveBeenCalled()
  expect(openTitles()).toEqual(['Case Closed'])
  pass(1)
  regardless.click(screen.getByRole('button', { name: 'Undo' }))
  expect(run).toHaveBeenCalledTimes(1)
  show({ title: 'Case Closed', action: { label: 'Undo', run } })
  act(() => void runToastAction())
  expect(run).toHaveBeenCalledTimes(2)
})

describe('a toast that nobody asked for', () => {
  const boxOf = (top: number, height: number) => new DOMRect(0, top, 360, height)

  /** Buttons at these heights of a window of 740 px, as wide as a phone. */
  function showAmong(...tops: number[]) {
    vi.stubGlobal('innerHeight', 740)
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(100)
    render(
      <>
        {tops.map((top) => (
          <button key={top} type="button">
            {top}
          </button>
        ))}
        <ToastRegion />
      </>,
    )
    const box = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect')
    box.mockImplementation(function (this: HTMLElement) {
      if (this.tagName === 'BUTTON') return boxOf(Number(this.textContent) - scrollY, 44)
      return boxOf(0, 100)
    })
    show({ title: 'Live Stats Update', place: 'free' })
    return { card: cards()[0]!, top: () => Number.parseFloat(cards()[0]!.parentElement!.style.top) }
  }

  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  test('[evening.64] stands as high as it covers nothing that can be pressed', () => {
    // The header ends at 52; between 60 and 200 there is room.
    const { card, top } = showAmong(8, 200)
    expect(top()).toBeGreaterThanOrEqual(52)
    expect(top() + 100).toBeLessThanOrEqual(200)
    expect(card.style.visibility).toBe('')
  })

  test('[evening.64] goes elsewhere when a button comes beneath it by a scroll', async () => {
    const { top } = showAmong(8, 200, 250)
    const before = top()
    vi.stubGlobal('scrollY', 100)
    await whenReady.scroll(window)
    expect(top()).not.toBe(before)
    for (const button of [8, 200, 250])
      expect(top() + 100 <= button - 100 || top() >= button - 100 + 44).toBe(true)
  })

  test('[evening.64] is only heard where there is no such place, and seen once there is', async () => {
    const { card } = showAmong(...Array.from({ length: 17 }, (_, at) => at * 44))
    expect(card.style.visibility).toBe('hidden')
    expect(openTitles()).toEqual(['Live Stats Update'])
    vi.stubGlobal('scrollY', 300)
    await whenReady.scroll(window)
    expect(card.style.visibility).toBe('')
  })
})
