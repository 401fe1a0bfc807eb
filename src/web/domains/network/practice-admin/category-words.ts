import type { PracticeCategory } from '../../../../contract/network/practice-schemas.ts'

export const categoryNames: Readonly<Record<PracticeCategory, string>> = { ffa: 'FFA', duels: 'Duels' }
