/** A 404, whether it came over the wire or from the API in process. */
export const isUnknown = (error: unknown) =>
  error instanceof Error && 'status' in error && error.status === 404

/** Nobody there is an answer, not a failure: a document carries it like any other. */
export function unknownIsNull(error: unknown): null {
  if (isUnknown(error)) return null
  throw error
}
