import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { noteBody, noteCookie, noteRequest } from '../../../src/server/testing/noted-secrets.ts'

export interface RequestOptions {
  readonly method?: string
  readonly headers?: OutgoingHttpHeaders
  /** Text and bytes travel as they are, everything else as JSON. */
  readonly body?: unknown
  readonly cookie?: string | undefined
  /** No content type at all. */
  readonly isUntyped?: boolean
  /** Chosen at random out of hostile words: nothing it carries is a secret, even where the site takes it. */
  readonly isRandom?: boolean
  /** The local address to call from, such as 127.0.1.7. */
  readonly from?: string | undefined
}

export interface HttpResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: string
  /** The parsed body; undefined when it is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: an attack reads whatever the site said and judges it.
  readonly json: any
}

const agent = new Agent({ keepAlive: true, maxSockets: 32, maxFreeSockets: 32, scheduling: 'lifo' })
const respondWithinMs = 40_000

const isRaw = (body: unknown) => typeof body === 'string' || Buffer.isBuffer(body)

/** One request as a program makes it that keeps to no rules of browsers: any header, any bytes. */
export async function sendRequest(
  url: string,
  path: string,
  said: RequestOptions = {},
): Promise<HttpResponse> {
  try {
    return await once(url, path, said)
  } catch (error) {
    // A large body that is refused at its head: the site hangs up while we still write. Ask again and listen first.
    if (!/EPIPE|ECONNRESET/.test(String(error)) || said.body === undefined) throw error
    return once(url, path, said, 1_024)
  }
}

/** `most`: of the body's bytes, sent before the answer is there. */
function once(url: string, path: string, said: RequestOptions, max?: number): Promise<HttpResponse> {
  const { method = 'GET', body, cookie, from, isUntyped = false, isRandom = false } = said
  const payload =
    body === undefined || isRaw(body) ? (body as string | Buffer | undefined) : JSON.stringify(body)
  const { hostname, port } = new URL(url)
  const headers = {
    ...(body !== undefined && !isUntyped && { 'content-type': 'application/json' }),
    ...(payload !== undefined && { 'content-length': Buffer.byteLength(payload) }),
    ...(cookie !== undefined && { cookie }),
    ...said.headers,
  }
  return new Promise((resolve, reject) => {
    const call = request(
      { hostname, port, path, method, headers, agent, ...(from !== undefined && { localAddress: from }) },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const { statusCode = 0 } = response
          if (!isRandom) noteRequest(statusCode, { headers, body: payload })
          resolve(parseResponse(statusCode, response.headers, Buffer.concat(chunks), isRandom))
        })
      },
    )
    call.setTimeout(respondWithinMs, () => call.destroy(new Error(`no answer within ${respondWithinMs} ms`)))
    call.on('error', reject)
    if (max === undefined) call.end(payload)
    else call.write(payload?.slice(0, max) ?? '')
  })
}

/** `isRandom`: answers such a request (see `Said`), and may say back what it carried. */
export function parseResponse(
  status: number,
  headers: IncomingHttpHeaders,
  bytes: Buffer,
  isRandom = false,
): HttpResponse {
  const text = bytes.toString()
  const json = parsed(text)
  for (const cookie of [headers['set-cookie'] ?? []].flat()) noteCookie(cookie)
  if (!isRandom) noteBody(json)
  return { status, headers, bytes, text, json }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
