import mysql from 'mysql2/promise'
import { ConvertError } from './output.mjs'

/** Rows of a statement. */
const pageSize = 500

/**
 * Opens a MySQL or MariaDB database for reading. Dates come as they were written.
 * @param {string | undefined} url
 */
export async function openDatabase(url) {
  if (!url) throw new ConvertError('Set SOURCE_URL to mysql://user:password@host/database.')
  let connection
  try {
    connection = await mysql.createConnection({
      uri: url,
      dateStrings: true,
      charset: 'utf8mb4',
      connectTimeout: 10_000,
    })
  } catch (error) {
    const { code, message } = /** @type {{ code?: string, message: string }} */ (error)
    throw new ConvertError(`The database of SOURCE_URL cannot be reached: ${code ?? message}.`)
  }
  // All rows as of one moment, while the other site runs.
  await connection.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ')
  await connection.query('START TRANSACTION READ ONLY')
  /** @param {string} sql @param {readonly unknown[]} [values] @returns {Promise<any[]>} */
  const rows = async (sql, values = []) => {
    const [found] = await connection.query({ sql, values: [...values], timeout: 60_000 })
    return /** @type {any[]} */ (found)
  }
  return {
    rows,
    /**
     * All rows in the order of their ids, a page at a time. The statement holds `id > ?` and ends with `ORDER BY` the id.
     * @param {string} sql
     */
    async *all(sql) {
      for (let after = 0; ; ) {
        const found = await rows(`${sql} LIMIT ${pageSize}`, [after])
        yield* found
        if (found.length < pageSize) return
        after = found.at(-1).id
      }
    },
    /** @param {string} table */
    async has(table) {
      const found = await rows(
        'SELECT 1 FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?',
        [table],
      )
      return found.length > 0
    },
    close: () => connection.end(),
  }
}

/** @typedef {Awaited<ReturnType<typeof openDatabase>>} Database */

/** Seconds since 1970; zero and null mean that there is none. @param {unknown} seconds */
export const fromSeconds = (seconds) =>
  Number(seconds) > 0 ? new Date(Number(seconds) * 1_000).toISOString() : undefined

/** A date as a program in UTC writes it. @param {unknown} text */
export const fromText = (text) => {
  const at = typeof text === 'string' ? Date.parse(`${text.slice(0, 19).replace(' ', 'T')}Z`) : Number.NaN
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

/**
 * The XUID in an identifier: its digits, or the id that Floodgate gives a Bedrock player (zeros and the XUID in
 * hexadecimal). Undefined for a player of another edition.
 * @param {unknown} identifier
 */
export const xuidOf = (identifier) => {
  const text = String(identifier ?? '').replaceAll('-', '')
  if (/^[1-9]\d{14,19}$/.test(text)) return text
  const floodgate = /^0{16}([\da-f]{16})$/i.exec(text)
  return floodgate && !/^0+$/.test(floodgate[1]) ? BigInt(`0x${floodgate[1]}`).toString() : undefined
}

const entities = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#039;', "'"],
  ['&#39;', "'"],
  ['&amp;', '&'],
])

/** Undoes PHP's htmlspecialchars once. @param {unknown} text */
export const decoded = (text) =>
  String(text ?? '').replace(/&(?:lt|gt|quot|#0?39|amp);/g, (entity) => entities.get(entity) ?? entity)
