// Bedrock's scripts have no crypto module; this is FIPS 180-4 to the letter, with its constants derived from the primes.

const primes = (count: number): number[] => {
  const found: number[] = []
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime !== 0)) found.push(n)
  return found
}

/** The first 32 bits behind the point of a root. */
const fraction = (root: number) => ((root - Math.floor(root)) * 0x100000000) | 0

const startState = primes(8).map((prime) => fraction(Math.sqrt(prime)))
const roundKeys = primes(64).map((prime) => fraction(Math.cbrt(prime)))

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by))

function padded(message: Uint8Array): DataView {
  const bytes = new Uint8Array((Math.floor((message.length + 8) / 64) + 1) * 64)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(bytes.length - 8, Math.floor(message.length / 0x20000000))
  view.setUint32(bytes.length - 4, (message.length << 3) >>> 0)
  return view
}

function schedule(view: DataView, offset: number): Int32Array {
  const words = new Int32Array(64)
  for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(offset + i * 4)
  for (let i = 16; i < 64; i += 1) {
    const early = words[i - 15]!
    const late = words[i - 2]!
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
    words[i] = words[i - 16]! + first + words[i - 7]! + second
  }
  return words
}

export function sha256(message: Uint8Array): Uint8Array {
  const view = padded(message)
  const state = Int32Array.from(startState)
  for (let offset = 0; offset < view.byteLength; offset += 64) {
    const words = schedule(view, offset)
    let [a, b, c, d, e, f, g, h] = [...state] as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    for (let i = 0; i < 64; i += 1) {
      const up = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      const t1 = (h + up + ((e & f) ^ (~e & g)) + roundKeys[i]! + words[i]!) | 0
      const down = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
      const t2 = (down + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0]
    }
    const worked = [a, b, c, d, e, f, g, h]
    for (const [i, word] of worked.entries()) state[i] = state[i]! + word
  }
  const digest = new DataView(new ArrayBuffer(32))
  for (const [i, word] of state.entries()) digest.setInt32(i * 4, word)
  return new Uint8Array(digest.buffer)
}
