export const templateLimits = {
  templates: 20,
  /** Cups are made this long before their start. */
  aheadDays: 14,
  /** From start to end. */
  minutes: { min: 10, max: 7 * 24 * 60 },
  skippedDates: 60,
  /** Weeks whose dates are listed. */
  listedWeeks: 8,
} as const

/** In the order of ISO 8601. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

export type Weekday = (typeof weekdays)[number]

/** `planned`: not made yet; `edited`: made, and changed by hand since; `deleted`: made, and deleted by hand. */
export const templateDateStates = ['planned', 'made', 'edited', 'skipped', 'deleted'] as const

/** Title of the cup with this number. */
export const numberedTitle = (title: string, number: number) => title.replaceAll('{n}', String(number))
