const hex = (value: number, digits: number) => Math.floor(value).toString(16).padStart(digits, '0')

const random = (bits: number) => Math.random() * 2 ** bits

/**
 * Returns a UUID of version 7: the time, then 74 random bits. An id must be unique, not secret, so `Math.random` does
 * where a script engine has nothing better.
 */
export function newId(now: number): string {
  const time = hex(now, 12)
  const variant = hex(0x8000 + random(14), 4)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(random(12), 3)}-${variant}-${hex(random(24), 6)}${hex(random(24), 6)}`
}
