import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findSecretCipher, makeSecretCipher, SecretKeyError } from './secret-key.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'secret-key-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const inFile = () => ({ dataDir, secretKey: undefined })

test('[owner.30] The key in DATA_DIR is made once, for one user alone, and never replaced by processes that make it at the same moment', async () => {
  expect(await findSecretCipher(inFile())).toBeUndefined()
  const ciphers = await Promise.all(Array.from({ length: 20 }, () => makeSecretCipher(inFile())))
  expect(await readdir(dataDir)).toEqual(['secret.key'])
  const file = join(dataDir, 'secret.key')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const key = await readFile(file, 'utf8')
  for (const cipher of ciphers)
    expect((await findSecretCipher(inFile()))?.decrypt(cipher.encrypt('text', 'row'), 'row')).toBe('text')
  await makeSecretCipher(inFile())
  expect(await readFile(file, 'utf8')).toBe(key)
})

test('[owner.30] SECRET_KEY wins over the file, and what another key encrypted is not readable', async () => {
  const ofFile = (await makeSecretCipher(inFile())).encrypt('text', 'row')
  const own = await makeSecretCipher({ dataDir, secretKey: 'a key of 16 bytes' })
  expect(own.decrypt(ofFile, 'row')).toBeUndefined()
  expect(own.decrypt(own.encrypt('text', 'row'), 'row')).toBe('text')
  expect(own.decrypt(own.encrypt('text', 'row'), 'another row')).toBeUndefined()
})

test('[owner.30] A file that is no key, and a directory that takes none, are errors that name the file', async () => {
  await writeFile(join(dataDir, 'secret.key'), 'short\n')
  await expect(makeSecretCipher(inFile())).rejects.toThrow(/secret\.key is not a key/)
  const nowhere = { dataDir: join(dataDir, 'nowhere'), secretKey: undefined }
  await expect(makeSecretCipher(nowhere)).rejects.toThrow(SecretKeyError)
})
