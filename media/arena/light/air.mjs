/** What far things fade into. */
const air = [34, 29, 58]

/** A look for `paint` and `stageOf`: colours seen through this much night, 0 to 1. */
export const throughAir = (fog) => (bytes) => bytes.map((byte, c) => Math.round(byte + (air[c] - byte) * fog))
