import type { LiveHub } from '../live/live-hub.ts'
import type { CachedPage } from './cached-page.ts'
import { VisitorCache } from './visitor-cache.ts'
import type { VisitorResponse } from './visitor-response.ts'

const mebibyte = 1024 * 1024

/** Caches of pages and API responses for visitors. */
export class VisitorCaches {
  readonly pages = new VisitorCache<CachedPage>(24 * mebibyte)
  readonly responses = new VisitorCache<VisitorResponse>(8 * mebibyte)

  /** `onInvalidate`: also called when visible data changed. */
  constructor(private readonly onInvalidate: () => void = () => {}) {}

  /** Called after a local write. */
  invalidate(): void {
    this.onInvalidate()
    this.pages.invalidate()
    this.responses.invalidate()
  }

  /**
   * Invalidates on every message of any process, so that clients that reload get fresh data. Returns a function that
   * stops.
   */
  subscribe(live: LiveHub): () => void {
    const stops = [live.onAnything(() => this.invalidate()), live.onResync(() => this.invalidate())]
    return () => {
      for (const stop of stops) stop()
    }
  }
}
