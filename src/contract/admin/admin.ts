import { isOwner, type Viewer } from '../accounts/ranks.ts'

/** Maximum number of entries in one audit file; the newest are exported. */
export const maxAuditFileRows = 50_000

/** Whether somebody reads what became of the jobs: their errors are about the machine. */
export const canReadJobs = (viewer: Viewer | null) => isOwner(viewer)
