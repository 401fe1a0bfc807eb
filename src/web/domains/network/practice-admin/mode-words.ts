import type { PracticeCategory, PracticeRecord } from '../../../../contract/network/practice-schemas.ts'
import type { Difference } from '../../../ui/stale-note.tsx'
import { categoryNames } from './category-words.ts'

/** The fields of the form. */
export interface ModeWords {
  readonly category: PracticeCategory
  readonly name: string
  readonly description: string
}

export const wordsOf = (record: PracticeRecord | undefined, category: PracticeCategory): ModeWords => ({
  category: record?.category ?? category,
  name: record?.name ?? '',
  description: record?.description ?? '',
})

/** What was typed over. */
export const changedWords = (record: PracticeRecord, words: ModeWords): Partial<ModeWords> => ({
  ...(words.category !== record.category && { category: words.category }),
  ...(words.name !== record.name && { name: words.name }),
  ...(words.description !== record.description && { description: words.description }),
})

/** What somebody else made of a mode. */
export const modeDifferences = (before: PracticeRecord, now: PracticeRecord): Difference[] =>
  [
    before.name !== now.name && { label: 'Name', now: now.name },
    before.description !== now.description && { label: 'Description', now: now.description },
    before.category !== now.category && { label: 'Category', now: categoryNames[now.category] },
    before.position !== now.position && { label: 'Place', now: now.position + 1 },
  ].filter((difference) => difference !== false)
