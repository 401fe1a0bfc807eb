import { errorStatus } from '../../../src/contract/errors.ts'
import { ErrorBody } from '../../../src/contract/errors-schemas.ts'
import type { HttpResponse } from './http.ts'

/** What no response may contain: stack frames, paths, SQL and the names of internal parts. */
const internals = [
  /\n\s+at .+:\d+:\d+/,
  /node_modules|node:internal|build\/(app|server|client)|file:\/\//,
  /\/(tmp|home|usr|var|root|work)\/[a-z]/,
  /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM)\b .{0,200}\b(FROM|VALUES|SET|WHERE)\b/,
  /(relation|column|constraint|operator|function) "[^"]*" (does not exist|violates)|violates \w+ constraint/,
  /syntax error at or near|invalid input syntax|invalid byte sequence|out of range for type/,
  /FST_ERR|ERR_[A-Z_]{4,}|ZodError|KyselyError|DatabaseError|ECONN|EPIPE|pg_catalog/,
  /Cannot read propert|is not a function|is not iterable|undefined \(reading/,
]

const isWhole = (text: unknown) => typeof text === 'string' && /^[1-9]\d*$/.test(text)

/** What is wrong with any answer of the site, whatever was asked; undefined when nothing is. */
export function wrongWith(path: string, { status, headers, text, json }: HttpResponse): string | undefined {
  const said = `${status} ${text.slice(0, 300)}`
  if (status >= 500 && status !== 503) return `a ${said}`
  if (status === 503 && json?.code !== 'overloaded' && !path.startsWith('/health')) return `a ${said}`
  if ((status === 429 || status === 503) && !path.startsWith('/health') && !isWhole(headers['retry-after']))
    return `${status} without Retry-After`
  if (headers['x-powered-by'] !== undefined || headers.server !== undefined)
    return 'a header says what the server runs on'
  if (status >= 400) {
    // A page may repeat the address that was asked for.
    const own = text.replaceAll(path, '')
    const leak = internals.find((pattern) => pattern.test(own))
    if (leak !== undefined) return `internals (${leak}) in: ${said}`
  }
  const isApi = path.startsWith('/api/') || path === '/api'
  return isApi && status >= 300 && status !== 304
    ? wrongWithError({ status, headers, text, json })
    : undefined
}

type Refusal = Pick<HttpResponse, 'status' | 'headers' | 'text' | 'json'>

/** Whether an error has the one body of all errors (docs/spec/rulings.md, Errors). */
export function wrongWithError({ status, headers, text, json }: Refusal): string | undefined {
  const said = `${status} ${text.slice(0, 300)}`
  if (!String(headers['content-type']).startsWith('application/json'))
    return `an error that is no JSON: ${said}`
  if (headers['x-content-type-options'] !== 'nosniff') return `an error without nosniff: ${said}`
  const body = ErrorBody.safeParse(json)
  if (!body.success || body.data.error !== body.data.message) return `an error of another shape: ${said}`
  const known = ['error', 'message', 'code', 'fields', 'current']
  const extra = Object.keys(json).find((key) => !known.includes(key))
  if (extra !== undefined) return `an error with ${extra}: ${said}`
  if (errorStatus[body.data.code] !== status) return `status and code disagree: ${said}`
  return body.data.code === 'validation' && body.data.fields === undefined ? `no fields: ${said}` : undefined
}
