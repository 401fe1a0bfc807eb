import { reportEndpoints } from '../../../contract/reports.ts'
import type { Context } from '../../context.ts'
import { type Handlers, linkNext } from '../../platform/endpoints.ts'
import { storeOnce } from '../../platform/idempotency.ts'
import { insertReport, listOwnReports } from './queries.ts'

export const reportHandlers = ({ database }: Context): Handlers<typeof reportEndpoints> => ({
  create: ({ member, body, idempotencyKey }) =>
    storeOnce(
      database,
      { userId: member.id, operation: reportEndpoints.create.idempotent!, key: idempotencyKey, body },
      async () => undefined,
      (transaction) => insertReport(transaction, member.id, body),
    ),

  async mine(request) {
    const { member, query } = request
    const rows = await listOwnReports(database.sql, member.id, query)
    linkNext(request, reportEndpoints.mine, rows, query.limit)
    return rows
  },
})
