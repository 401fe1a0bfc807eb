export const progress = {
  stepPercent: 5,
  stepMs: 50,
  capPercent: 70,
  /** Requests of a new page begin after it is drawn: this long, "none pending" is not yet "all answered". */
  settleMs: 300,
  graceMs: 200,
  hideMs: 300,
} as const

export interface PageProgress {
  readonly phase: 'hidden' | 'loading' | 'done'
  readonly percent: number
}

export type ProgressEvent = 'begin' | 'step' | 'end' | 'hide'

export const hiddenProgress: PageProgress = { phase: 'hidden', percent: 0 }

/** The bar's whole behaviour; the hook beside it only keeps the time. */
export function advance(state: PageProgress, event: ProgressEvent): PageProgress {
  switch (event) {
    case 'begin':
      return { phase: 'loading', percent: 0 }
    case 'step':
      if (state.phase !== 'loading') return state
      return { ...state, percent: Math.min(progress.capPercent, state.percent + progress.stepPercent) }
    case 'end':
      return state.phase === 'loading' ? { phase: 'done', percent: 100 } : state
    case 'hide':
      return state.phase === 'done' ? hiddenProgress : state
  }
}
