/** What keeps a whole import or export from running. The message is a complete sentence for the operator. */
export class TransferError extends Error {}

/** Why one record cannot be brought along. */
export class RefusedRecord extends Error {}
