import { vi } from 'vitest'

/** What Radix and the composer use of a browser and jsdom does not have. */
export function fillBrowserGaps() {
  class NoResize {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', NoResize)
  Element.prototype.scrollIntoView ??= () => {}
  URL.createObjectURL = () => 'blob:http://site.test/preview'
  URL.revokeObjectURL = () => {}
}

/** An IntersectionObserver whose window a test moves. */
export class FakeIntersections {
  static live = new Set<FakeIntersections>()
  readonly #report: IntersectionObserverCallback

  constructor(report: IntersectionObserverCallback) {
    this.#report = report
  }

  observe() {
    FakeIntersections.live.add(this)
  }

  disconnect() {
    FakeIntersections.live.delete(this)
  }

  /** The end of the feed comes near the window. */
  static scrollToEnd() {
    for (const observer of [...FakeIntersections.live]) observer.report()
  }

  report() {
    const entries = [{ isIntersecting: true }] as IntersectionObserverEntry[]
    this.#report(entries, this as unknown as IntersectionObserver)
  }
}
