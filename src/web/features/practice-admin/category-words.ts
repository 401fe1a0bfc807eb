import type { PracticeCategory } from '../../../contract/practice.ts'

export const categoryNames: Readonly<Record<PracticeCategory, string>> = { ffa: 'FFA', duels: 'Duels' }
