import type { AdminReport } from '../../../../../contract/reports/reports-schemas.ts'
import { FakeServer, json, refusal } from './fake-server.ts'

export const aReport = (over: Partial<AdminReport> = {}): AdminReport => ({
  id: 1,
  username: 'Builder',
  gameMode: 'nodebuff',
  reason: 'No knockback',
  severity: 'medium',
  status: 'pending',
  createdAt: '2026-01-05T15:04:00.000Z',
  details: 'Hits register but nobody moves at all.',
  mediaLink: null,
  answer: null,
  handledBy: null,
  handledAt: null,
  version: 1,
  ...over,
})

const pageSize = 50

/** A server with these reports: it lists, changes and deletes them by the rules of the contract. */
export class FakeAdminApi {
  readonly server = new FakeServer()

  constructor(public reports: AdminReport[]) {
    this.listen()
    for (const { id } of reports) {
      this.server.on(`PATCH /api/admin/reports/${id}/status`, ({ body, ifMatch }) => {
        const current = this.stored(id)
        if (ifMatch !== null && ifMatch !== `"${current?.version}"`) {
          return refusal(409, 'conflict', 'Somebody else changed this in the meantime', { current })
        }
        return this.change(id, (body as { status: string }).status)
      })
      this.server.on(`DELETE /api/reports/${id}`, () => this.remove(id))
    }
  }

  /** The calls about many reports: `undo` returns what the changes were. */
  listenToMany() {
    this.server.on('POST /api/admin/reports/statuses', ({ body }) => {
      const { reports, status } = body as { reports: { id: number; version: number }[]; status: string }
      const isCurrent = ({ id, version }: { id: number; version: number }) =>
        this.stored(id)?.version === version
      const changed = reports.filter(isCurrent).map(({ id }) => id)
      const refused = reports.filter((one) => !isCurrent(one))
      for (const id of changed) this.change(id, status)
      const error = 'Somebody else changed this in the meantime'
      return json({ changed, refused: refused.map(({ id }) => ({ id, status: 409, error })) })
    })
    this.server.on('POST /api/admin/reports/statuses/undo', ({ body }) => {
      const { ids } = body as { ids: number[] }
      for (const id of ids) this.change(id, 'pending')
      return json({ restored: ids, refused: [] })
    })
  }

  /** The list responds, from now on. */
  listen() {
    this.server.on('GET /api/admin/reports', ({ path }) => {
      const query = new URL(path, 'http://site.test').searchParams
      const before = Number(query.get('before') ?? Number.POSITIVE_INFINITY)
      const status = query.get('status')
      const wanted = this.reports.filter(
        (report) => report.id < before && (status === null || report.status === status),
      )
      return json(wanted.slice(0, pageSize))
    })
  }

  stored = (id: number) => this.reports.find((report) => report.id === id)

  change(id: number, status: string): Response {
    this.reports = this.reports.map((report) =>
      report.id === id
        ? { ...report, status: status as AdminReport['status'], version: report.version + 1 }
        : report,
    )
    return json(this.stored(id))
  }

  remove(id: number): Response {
    this.reports = this.reports.filter((report) => report.id !== id)
    return new Response(null, { status: 204 })
  }
}
