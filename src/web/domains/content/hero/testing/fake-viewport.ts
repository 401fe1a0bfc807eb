import { vi } from 'vitest'

/** Stands for the window's size, its taste for motion, and the player that jsdom has none of. */
export function fakeViewport({ lessMotion = false } = {}) {
  const observers: FakeObserver[] = []
  class FakeObserver {
    readonly seen: Element[] = []
    constructor(readonly report: (entries: { isIntersecting: boolean }[]) => void) {
      observers.push(this)
    }
    observe(element: Element) {
      this.seen.push(element)
    }
    disconnect() {
      observers.splice(observers.indexOf(this), 1)
    }
  }
  vi.stubGlobal('IntersectionObserver', FakeObserver)
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: lessMotion && query === '(prefers-reduced-motion: reduce)',
  }))
  const dispatch = (video: HTMLMediaElement, event: string) => video.dispatchEvent(new Event(event))
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (
    this: HTMLMediaElement,
  ) {
    dispatch(this, 'play')
  })
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (
    this: HTMLMediaElement,
  ) {
    dispatch(this, 'pause')
  })
  return {
    play,
    pause,
    /** What is observed comes into the window, or leaves it. */
    scroll: (isIntersecting: boolean) => {
      for (const { report } of observers) report([{ isIntersecting }])
    },
  }
}
