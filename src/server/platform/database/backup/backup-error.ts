/** A backup that cannot be written or restored. The message is one line for the operator. */
export class BackupError extends Error {}
