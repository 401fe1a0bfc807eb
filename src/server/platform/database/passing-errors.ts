/**
 * PostgreSQL error classes that mean "try again": connection lost, too many connections, shutdown, timeout, a server
 * that only reads (25006), and what a standby or an outdated prepared statement cannot do (0A000).
 */
const passingCodes = /^(?:08|25006|53|57P|55P03|57014|40001|40P01|0A000)/

/** Connection errors of Node and the pool, and a host whose name or network is not there yet. */
const passingErrors =
  /ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|timeout|Connection terminated|Client has encountered a connection error/i

/** Whether a query or connection failed for a reason that passes by itself. */
export function isPassingDatabaseError(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return passingCodes.test(code) || passingErrors.test(`${code} ${message}`)
}
