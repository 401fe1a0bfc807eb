import type { CachedPage } from './cached-page.ts'
import type { LiveHub } from './live-hub.ts'
import { VisitorCache } from './visitor-cache.ts'
import type { VisitorResponse } from './visitor-response.ts'

const mebibyte = 1024 * 1024

/** What visitors without a session are shown again within a second: pages and API answers. */
export class VisitorCaches {
  readonly pages = new VisitorCache<CachedPage>(24 * mebibyte)
  readonly answers = new VisitorCache<VisitorResponse>(8 * mebibyte)

  /** Something was written here. */
  invalidate(): void {
    this.pages.invalidate()
    this.answers.invalidate()
  }

  /** Forgets whenever any process has news: whoever is told to ask again must not be shown the old. Returns the end of it. */
  subscribe(live: LiveHub): () => void {
    const stops = [live.onAnything(() => this.invalidate()), live.onResync(() => this.invalidate())]
    return () => {
      for (const stop of stops) stop()
    }
  }
}
