import type { Storage } from './port.ts'
import { sha256 } from './sha256.ts'

/** Letters and digits that nobody mistakes for each other. 32 of them: a byte's low five bits choose evenly. */
export const codeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

const seedKey = 'seed'

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff)

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Random bytes where there is no crypto: a hashed pool that everything unpredictable within reach goes into (tick
 * times, where players stand and look) and that is carried over restarts, so it only gets better. `Math.random` alone
 * would not do: QuickJS seeds it with the time, and a handful of codes give its whole state away.
 */
export class RandomPool {
  #state: Uint8Array

  constructor(
    private readonly storage: Storage,
    private readonly noise: () => string,
  ) {
    this.#state = sha256(bytesOf(`${storage.read(seedKey) ?? ''}|${noise()}|${Math.random()}`))
    this.#keep()
  }

  /** Cheap; call it whenever something happens that nobody could foresee. */
  stir(): void {
    this.#state = this.#hash(`stir|${this.noise()}`)
  }

  bytes(count: number): Uint8Array {
    this.stir()
    const bytes = new Uint8Array(count)
    for (let at = 0; at < count; at += 32) bytes.set(this.#hash(`out|${at}`).subarray(0, count - at), at)
    // What was given out must not be found again from what the pool holds later.
    this.#state = this.#hash('after')
    this.#keep()
    return bytes
  }

  uuid(): string {
    const bytes = this.bytes(16)
    bytes[6] = (bytes[6]! & 0x0f) | 0x40
    bytes[8] = (bytes[8]! & 0x3f) | 0x80
    const text = hex(bytes)
    return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join(
      '-',
    )
  }

  /** Eight characters: 40 bits. */
  code(): string {
    return [...this.bytes(8)].map((byte) => codeAlphabet[byte & 31]).join('')
  }

  #hash(purpose: string): Uint8Array {
    const text = bytesOf(purpose)
    const message = new Uint8Array(this.#state.length + text.length)
    message.set(this.#state)
    message.set(text, this.#state.length)
    return sha256(message)
  }

  #keep(): void {
    this.storage.write(seedKey, hex(this.#hash('seed')))
  }
}
