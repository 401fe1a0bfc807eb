/** Maximum number of entries in one audit file; the newest are exported. */
export const maxAuditFileRows = 50_000
