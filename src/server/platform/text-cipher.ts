import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Encrypts texts at rest (AES-256-GCM) with a key that is derived from a secret of the environment. */
export class TextCipher {
  readonly #key: Buffer

  /** `purpose` separates the keys of different uses of one secret. */
  constructor(secret: string, purpose: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  }

  /** Only the same `owner` can decrypt it: a row's text is of no use in another row. */
  encrypt(text: string, owner: string): Buffer {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv(algorithm, this.#key, iv).setAAD(Buffer.from(owner))
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), body])
  }

  /** Undefined when it was encrypted with another secret or for another owner, or changed since. */
  decrypt(encrypted: Buffer, owner: string): string | undefined {
    try {
      const decipher = createDecipheriv(algorithm, this.#key, encrypted.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(owner))
        .setAuthTag(encrypted.subarray(ivBytes, ivBytes + tagBytes))
      return (
        decipher.update(encrypted.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
      )
    } catch {
      return undefined
    }
  }
}
