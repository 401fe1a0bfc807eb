import { msg } from '@lingui/core/macro'
import type { Message } from '../../../../contract/languages.ts'
import type { PracticeCategory } from '../../../../contract/network/practice-schemas.ts'

interface CategoryWords {
  /** As the error texts spell it. */
  readonly name: Message
  readonly heading: Message
  /** Cards that hold the place while it loads. */
  readonly skeletons: number
}

export const categoryWords: Readonly<Record<PracticeCategory, CategoryWords>> = {
  ffa: {
    name: msg`FFA`,
    heading: msg`FFA`,
    skeletons: 4,
  },
  duels: {
    name: msg`Duels`,
    heading: msg`DUELS`,
    skeletons: 6,
  },
}
