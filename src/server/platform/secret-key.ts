import { randomBytes } from 'node:crypto'
import { link, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { TextCipher } from './text-cipher.ts'

type KeyConfig = Pick<Config, 'secretKey' | 'dataDir'>

const purpose = 'secrets of the site'

/** 256 random bits in base64url. */
const keyPattern = /^[\w-]{43}$/

/** The key file cannot be used. The message is a complete sentence. */
export class SecretKeyError extends Error {}

const keyFile = ({ dataDir }: KeyConfig) => join(dataDir, 'secret.key')

/**
 * Encrypts what the site stores and has to read again, with SECRET_KEY or else the key in DATA_DIR. Undefined while there
 * is no key. @throws {SecretKeyError} when the key file cannot be used
 */
export async function findSecretCipher(config: KeyConfig): Promise<TextCipher | undefined> {
  if (config.secretKey !== undefined) return new TextCipher(config.secretKey, purpose)
  const file = keyFile(config)
  try {
    const key = (await readFile(file, 'utf8')).trim()
    if (!keyPattern.test(key)) throw new SecretKeyError(`${file} is not a key of the site.`)
    return new TextCipher(key, purpose)
  } catch (error) {
    if (error instanceof SecretKeyError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new SecretKeyError(`${file} cannot be read: ${message}`, { cause: error })
  }
}

/** As `findSecretCipher`. Makes the key where there is none. */
export async function makeSecretCipher(config: KeyConfig): Promise<TextCipher> {
  const found = await findSecretCipher(config)
  if (found !== undefined) return found
  const file = keyFile(config)
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(`${randomBytes(32).toString('base64url')}\n`)
      await handle.sync()
      // A link, because it never replaces the key that another process made in the meantime.
      await link(draft, file).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
      })
    } finally {
      await handle.close()
      await unlink(draft)
    }
    const directory = await open(config.dataDir)
    await directory.sync().finally(() => directory.close())
  } catch (error) {
    throw new SecretKeyError(`${file} cannot be made: ${(error as Error).message}`, { cause: error })
  }
  const made = await findSecretCipher(config)
  if (made === undefined) throw new SecretKeyError(`${file} cannot be made.`)
  return made
}
