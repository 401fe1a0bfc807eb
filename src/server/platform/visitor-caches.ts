import type { KeptPage } from './kept-page.ts'
import type { LiveHub } from './live-hub.ts'
import type { VisitorAnswer } from './visitor-answer.ts'
import { VisitorCache } from './visitor-cache.ts'

const mebibyte = 1024 * 1024

/** What visitors without a session are shown again within a second: pages and API answers. */
export class VisitorCaches {
  readonly pages = new VisitorCache<KeptPage>(24 * mebibyte)
  readonly answers = new VisitorCache<VisitorAnswer>(8 * mebibyte)

  /** Something was written here. */
  forget(): void {
    this.pages.forget()
    this.answers.forget()
  }

  /** Forgets whenever any process has news: whoever is told to ask again must not be shown the old. Returns the end of it. */
  follow(live: LiveHub): () => void {
    const stops = [live.onAnything(() => this.forget()), live.onResync(() => this.forget())]
    return () => {
      for (const stop of stops) stop()
    }
  }
}
