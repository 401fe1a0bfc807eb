import type { PracticeCategory } from '../../../../contract/network/practice-schemas.ts'

interface CategoryWords {
  /** As the error texts spell it. */
  readonly name: string
  readonly heading: string
  /** Cards that hold the place while it loads. */
  readonly skeletons: number
}

export const categoryWords: Readonly<Record<PracticeCategory, CategoryWords>> = {
  ffa: {
    name: 'FFA',
    heading: 'FFA',
    skeletons: 4,
  },
  duels: {
    name: 'Duels',
    heading: 'DUELS',
    skeletons: 6,
  },
}
