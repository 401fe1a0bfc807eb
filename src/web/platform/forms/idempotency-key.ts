const keyBytes = 16

/** A name for one submission, by which the server knows a repetition. `randomUUID` exists on secure origins only. */
export const newIdempotencyKey = (): string => crypto.randomUUID?.() ?? randomHex()

const randomHex = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(keyBytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
