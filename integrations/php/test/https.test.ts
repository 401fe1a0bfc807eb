import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPhp } from '../../../scripts/lib/php.mjs'
import { fetchHttp } from '../../core/src/node.ts'

const run = promisify(execFile)
const program = fileURLToPath(new URL('./https.php', import.meta.url))

let dir: string
let url: string
const server = createServer((_request, response) => response.end('{}'))

/** A site whose certificate nobody vouches for. */
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'https-'))
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const fresh = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert]
  await run('openssl', ['req', '-x509', '-days', '2', ...subject, ...fresh])
  server.setSecureContext({ key: await readFile(key), cert: await readFile(cert) })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `https://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await rm(dir, { recursive: true })
})

test('[pocketmine.13] In PHP a certificate that cannot be checked is named, with the setting that names the authorities', async () => {
  const { stdout } = await run(findPhp()!, [program, url])
  const named =
    /^its certificate cannot be checked \(.+\)\. PHP needs a list of authorities: curl\.cainfo in php\.ini$/
  expect(JSON.parse(stdout)).toEqual([null, expect.stringMatching(named), expect.stringMatching(named)])
  const closed = spawnSync(findPhp()!, [program, 'http://127.0.0.1:9'], { encoding: 'utf8' })
  expect(JSON.parse(closed.stdout)[1]).toMatch(/127\.0\.0\.1 port 9/)
})

test('[pocketmine.26] In TypeScript a certificate that cannot be checked is named, and any other failure by its cause', async () => {
  await expect(fetchHttp(url, 'the-key').post('/', '{}')).rejects.toThrow(
    /^its certificate cannot be checked \(.+\)$/,
  )
  await expect(fetchHttp('http://127.0.0.1:9', 'the-key').post('/', '{}')).rejects.toThrow(
    /ECONNREFUSED|bad port/,
  )
})
