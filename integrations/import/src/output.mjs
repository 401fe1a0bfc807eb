import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

/** What keeps a conversion from running. The message is a complete sentence for the operator. */
export class ConvertError extends Error {}

/**
 * Names a source by its program and database, so that two sites of one program differ.
 * @param {string} program @param {string | undefined} url
 */
export function sourceOf(program, url) {
  if (!url || !URL.canParse(url))
    throw new ConvertError('Set SOURCE_URL to mysql://user:password@host/database.')
  const { hostname, port, pathname } = new URL(url)
  const name = decodeURIComponent(pathname.slice(1))
  const shown = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 14)
  // Hosts are long, and names of databases hold other signs than a source.
  const digest = createHash('sha256').update(JSON.stringify([hostname.toLowerCase(), port || '3306', name]))
  return `${program}-${shown}-${digest.digest('hex').slice(0, 12)}`
}

/**
 * Opens a new file that only its owner reads, and writes records to it. Absent and empty fields are left out.
 * @param {string} file @param {string} source
 */
export async function openOutput(file, source) {
  if (!/^[a-z0-9][a-z0-9._-]{0,39}$/.test(source))
    throw new ConvertError(`--source ${source}: use up to 40 small letters, digits, dots and hyphens.`)
  const handle = await open(file, 'wx', 0o600).catch((error) => {
    if (error.code === 'EEXIST') throw new ConvertError(`${file} is there already: name a new file.`)
    throw error
  })
  /** @type {Record<string, number>} */
  const counts = {}
  const line = (/** @type {object} */ value) => handle.write(`${JSON.stringify(value)}\n`)
  await line({ kind: 'import', version: 1, source })
  return {
    counts,
    /** @param {string} kind @param {Record<string, unknown>} fields */
    async write(kind, fields) {
      counts[kind] = (counts[kind] ?? 0) + 1
      const given = Object.entries(fields).filter(([, value]) => value != null && value !== '')
      await line({ kind, ...Object.fromEntries(given) })
    },
    async close() {
      await handle.sync()
      await handle.close()
    },
  }
}

/** @typedef {Awaited<ReturnType<typeof openOutput>>} Output */
