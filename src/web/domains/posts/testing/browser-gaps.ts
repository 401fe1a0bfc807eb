/** What Radix and the composer use of a browser and jsdom does not have. */
export function fillBrowserGaps() {
  Element.prototype.scrollIntoView ??= () => {}
  URL.createObjectURL = () => 'blob:http://site.test/preview'
  URL.revokeObjectURL = () => {}
}

/** An IntersectionObserver whose window a test moves. */
export class FakeIntersections {
  static live = new Set<FakeIntersections>()
  readonly #report: IntersectionObserverCallback
  /** Whether what lies above the window is inside as well. */
  readonly #holdsPast: boolean

  constructor(report: IntersectionObserverCallback, { rootMargin = '0px' }: IntersectionObserverInit) {
    this.#report = report
    this.#holdsPast = Number.parseInt(rootMargin, 10) > 0
  }

  observe() {
    FakeIntersections.live.add(this)
  }

  disconnect() {
    FakeIntersections.live.delete(this)
  }

  /** The end of the feed comes near the window. */
  static scrollToEnd() {
    for (const observer of [...FakeIntersections.live]) observer.report(500)
  }

  /** The end of the feed was below the window, and is above it. */
  static jumpPastEnd() {
    for (const observer of [...FakeIntersections.live]) observer.report(-900)
  }

  report(bottom: number) {
    const isIntersecting = bottom >= 0 || this.#holdsPast
    const entries = [{ isIntersecting, boundingClientRect: { bottom } }] as IntersectionObserverEntry[]
    this.#report(entries, this as unknown as IntersectionObserver)
  }
}
