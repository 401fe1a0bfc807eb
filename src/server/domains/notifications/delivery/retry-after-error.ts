/** Why an attempt failed, and the seconds that the receiver wants until the next one. */
export class RetryAfterError extends Error {
  constructor(
    reason: string,
    readonly seconds: number,
  ) {
    super(reason)
  }
}
