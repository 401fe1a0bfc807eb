import { execFile } from 'node:child_process'
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

interface PushedMessage {
  readonly browser: string
  readonly headers: IncomingHttpHeaders
  /** The decrypted payload. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the site said and asserts on it.
  readonly payload: any
  /** Claims of the site's signature, which is verified. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly claims: any
}

/** Responds with a status, never or twice, or takes the message and then breaks the connection. */
export type PlannedResponse =
  | { readonly status: number; readonly headers?: Record<string, string> }
  | 'silent'
  | 'taken, then broken'
  | 'answered twice'

/**
 * A push service on this machine (RFC 8030): decrypts messages (RFC 8291) and verifies signatures (RFC 8292). `responseOf`
 * decides about each message that was not planned.
 */
export async function pushService(responseOf: () => PlannedResponse = () => ({ status: 201 })) {
  const certificate = await selfSigned()
  const browsers = new Map<string, { readonly keys: ECDH; readonly auth: Buffer }>()
  const messages: PushedMessage[] = []
  /** Responses to the next messages, instead of 201. */
  const next: PlannedResponse[] = []

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request)
    // A client that is killed resets the connection; its message is not whole, and is none.
    if (body === undefined) return
    const planned = next.shift() ?? responseOf()
    if (planned === 'silent') return
    const browser = (request.url ?? '').slice(1)
    const known = browsers.get(browser)
    if (known === undefined) return void response.writeHead(404).end()
    if (typeof planned === 'string' || planned.status === 201) {
      const { headers } = request
      messages.push({
        browser,
        headers,
        payload: JSON.parse(decrypted(body, known.keys, known.auth)),
        claims: verifiedClaims(headers.authorization ?? ''),
      })
    }
    if (planned === 'taken, then broken') return void request.socket.destroy()
    if (planned === 'answered twice') {
      const once = 'HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n'
      return void request.socket.write(once + once)
    }
    response.writeHead(planned.status, planned.headers).end('{}')
  }
  const server = createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
    void respond(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    /** The certificate to trust, and its file. */
    ca: certificate.cert,
    caFile: certificate.certFile,
    messages,
    next,
    /** A browser that subscribes: what it gives the site. */
    subscribe() {
      const name = `browser-${browsers.size + 1}`
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16)
      browsers.set(name, { keys, auth })
      return {
        endpoint: `https://127.0.0.1:${port}/${name}`,
        p256dh: keys.getPublicKey().toString('base64url'),
        auth: auth.toString('base64url'),
      }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await rm(certificate.folder, { recursive: true })
    },
  }
}

export type PushService = Awaited<ReturnType<typeof pushService>>

/** Undefined when the connection ended before the body did. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = []
  try {
    for await (const piece of request) pieces.push(piece as Buffer)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') return undefined
    throw error
  }
  return Buffer.concat(pieces)
}

async function selfSigned() {
  const folder = await mkdtemp(join(tmpdir(), 'push-service-'))
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=push', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:push.example']
  const what = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  await promisify(execFile)('openssl', [
    ...what,
    '-days',
    '2',
    '-keyout',
    keyFile,
    '-out',
    certFile,
    ...subject,
  ])
  return { folder, certFile, key: await readFile(keyFile, 'utf8'), cert: await readFile(certFile, 'utf8') }
}

const hkdf = (key: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** Decrypts the one record of a message: aes128gcm of RFC 8188, with the keys of RFC 8291. */
function decrypted(body: Buffer, browser: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), senderKey])
  const key = hkdf(browser.computeSecret(senderKey), auth, info, 32)
  const contentKey = hkdf(key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(key, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The last record ends with the delimiter 2 and zeros.
  const end = padded.lastIndexOf(2)
  if (end === -1 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no delimiter')
  return padded.subarray(0, end).toString()
}

/** @throws when the key in the header did not sign it */
function verifiedClaims(authorization: string) {
  const [, token = '', point = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const raw = Buffer.from(point, 'base64url')
  const coordinate = (start: number) => raw.subarray(start, start + 32).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }
  const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const }
  const isRight = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    key,
    Buffer.from(signature, 'base64url'),
  )
  if (!isRight) throw new Error('the signature is wrong')
  return { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), key: point }
}
