/** A backup cannot be written, or a file cannot be restored. The message is one line for the operator. */
export class BackupError extends Error {}
