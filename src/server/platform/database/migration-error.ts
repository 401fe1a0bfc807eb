/** The files contradict the database or each other. The message is one line for the operator. */
export class MigrationError extends Error {}
