/** Rows that are changed with one call. */
export const maxBulkRows = 50

/** Code points of a text that staff search a list for. */
export const minSearchLength = 3
export const maxSearchLength = 100
