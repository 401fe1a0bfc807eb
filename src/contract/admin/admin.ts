/** Maximum number of entries in one audit file; the newest are exported. */
export const auditFileRows = 50_000
