import type { PracticeCategory } from '../../../../contract/network/practice-schemas.ts'

interface CardLook {
  readonly list: string
  readonly card: string
  readonly stage: string
  readonly text: string
  readonly today: string
  readonly foot: string
  readonly join: string
}

const card = 'grid h-full gap-x-4 gap-y-3 rounded-lg border border-line bg-ground-card p-3 shadow-card'

/** A row on a phone for both: picture, name, text. */
const row = 'grid-cols-[auto_minmax(0,1fr)] grid-rows-[1fr_auto]'
const stage = 'size-20'
const text = 'grid content-start gap-1.5'
const today = 'col-span-2 border-line border-t pt-3'
const foot = 'col-span-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2'

/** FFA modes are arenas: few, and tall with a stage on top. Duels are a list of kits: rows with a slot. */
export const cardLooks: Readonly<Record<PracticeCategory, CardLook>> = {
  ffa: {
    list: 'grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4',
    card: `${card} ${row} sm:grid-cols-1 sm:grid-rows-[auto_1fr_auto]`,
    stage: `${stage} sm:h-40 sm:w-full`,
    text,
    today: `${today} sm:col-span-1`,
    foot: `${foot} sm:col-span-1 sm:flex-col-reverse sm:items-stretch`,
    join: 'h-11',
  },
  duels: {
    list: 'grid gap-3 sm:grid-cols-2 sm:gap-4 xl:grid-cols-3',
    card: `${card} ${row}`,
    stage: `${stage} sm:size-24`,
    text,
    today,
    foot,
    join: 'max-sm:h-11 sm:w-24',
  },
}
