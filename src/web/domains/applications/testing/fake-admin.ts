import { vi } from 'vitest'
import type { PublicUser } from '../../../../contract/accounts/users-schemas.ts'
import type {
  ApplicationReceipt,
  StaffApplication,
} from '../../../../contract/applications/applications-schemas.ts'

export interface Sent {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly ifMatch: string | null
  readonly idempotencyKey: string | null
}

const json = (status: number, body: unknown) => Response.json(body, { status })

export const refusal = (status: number, code: string, message: string, more: object = {}) =>
  json(status, { error: message, message, code, ...more })

/** The applications' part of the API, by its rules; notes every call. */
export class FakeAdminApi {
  readonly sent: Sent[] = []
  applications: StaffApplication[]
  /** The response to the next call that is not a read, instead of that of the rules. */
  next: (() => Response | Promise<Response>) | undefined
  /** The viewer's own; asking for them is not noted. */
  mine: ApplicationReceipt[] = []
  /** Who wrote them, by id. */
  users: Readonly<Record<number, Partial<PublicUser>>> = {}
  /** Whether reads fail. */
  down = false

  constructor(applications: StaffApplication[]) {
    this.applications = applications
    vi.stubGlobal('fetch', this.#fetch)
  }

  /** What was called, in short. */
  get calls() {
    return this.sent.map(({ method, path }) => `${method} ${path}`)
  }

  /** A colleague changes an application. */
  change(id: number, over: Partial<StaffApplication>) {
    this.applications = this.applications.map((one) =>
      one.id === id ? { ...one, ...over, version: one.version + 1 } : one,
    )
  }

  #fetch = async (address: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    if (address === '/api/staff-applications/mine') return json(200, this.mine)
    const said = new Headers(headers)
    const ifMatch = said.get('if-match')
    const idempotencyKey = said.get('idempotency-key')
    this.sent.push({ method, path: address, body: body && JSON.parse(String(body)), ifMatch, idempotencyKey })
    const { pathname, searchParams } = new URL(address, 'http://site.test')
    if (method === 'GET' && pathname.startsWith('/api/users/'))
      return json(200, this.users[Number(pathname.split('/').at(-1))] ?? { rank: 'Helper' })
    if (method === 'GET') return this.#list(searchParams)
    const answer = this.next
    this.next = undefined
    if (answer !== undefined) return answer()
    if (pathname.endsWith('/rank')) return json(200, JSON.parse(String(body)))
    const id = Number(pathname.split('/').at(-1))
    return method === 'DELETE' ? this.#remove(id) : this.#update(id, ifMatch, JSON.parse(String(body)))
  }

  #list(query: URLSearchParams) {
    if (this.down) return refusal(500, 'internal', 'Something went wrong on our side')
    const status = query.get('status')
    const before = Number(query.get('before') ?? Number.POSITIVE_INFINITY)
    const found = this.applications.filter(
      (one) => (status === 'all' || one.status === status) && one.id < before,
    )
    return json(200, { applications: found.slice(0, Number(query.get('limit') ?? 50)) })
  }

  #remove(id: number) {
    this.applications = this.applications.filter((one) => one.id !== id)
    return new Response(null, { status: 204 })
  }

  #update(id: number, ifMatch: string | null, { status, adminNotes }: { status: never; adminNotes: string }) {
    const current = this.applications.find((one) => one.id === id)
    if (current === undefined) return refusal(404, 'not_found', 'This application does not exist')
    if (ifMatch !== null && ifMatch !== `"${current.version}"`) {
      return refusal(409, 'conflict', 'Somebody else changed this in the meantime', { current })
    }
    this.change(id, { status, admin_notes: adminNotes || null })
    return json(
      200,
      this.applications.find((one) => one.id === id),
    )
  }
}
