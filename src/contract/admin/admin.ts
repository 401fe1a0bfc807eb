/** The newest entries that one file holds. */
export const auditFileRows = 50_000
