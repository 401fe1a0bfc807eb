/** Rows that are changed with one call. */
export const maxBulkRows = 50

/** Seconds in which a change of many rows is offered to be undone, and in which the server still undoes it. */
export const undoSeconds = 10
export const undoServerSeconds = 15

/** Code points of a text that staff search a list for. */
export const maxSearchLength = 100
