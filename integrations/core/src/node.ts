// The port's first three parts for servers that run on Node.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock, Http, Storage } from './port.ts'

const timeoutMs = 15_000

/** `site` without a path, as `https://your.site`. */
export function fetchHttp(site: string, key: string): Http {
  const base = site.replace(/\/+$/, '')
  return {
    async post(path, body) {
      const response = await reach(base + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body,
        // A redirect would turn the call into a GET.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      return {
        status: response.status,
        body: await response.text(),
        retryAfter: response.headers.get('retry-after') ?? undefined,
      }
    },
  }
}

/** As `fetch`, with the cause in the error's message: an operator reads that a certificate cannot be checked. */
async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    const { cause } = error as { readonly cause?: unknown }
    if (!(cause instanceof Error)) throw error
    const { code } = cause as { readonly code?: unknown }
    const isCertificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(String(code))
    throw new Error(isCertificate ? `its certificate cannot be checked (${cause.message})` : cause.message, {
      cause: error,
    })
  }
}

export const nodeClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

const suffix = '.json'

/**
 * One file for each key. A write is a new file that takes the place of the old one, so that a kill leaves the one or
 * the other; `flush` brings both the files and their names to the disk.
 */
export function fileStorage(directory: string): Storage {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const pathOf = (key: string) => join(directory, encodeURIComponent(key) + suffix)
  const unflushed = new Set<string>()
  const texts = new Map<string, string>()
  for (const name of readdirSync(directory)) {
    if (name.endsWith(suffix))
      texts.set(
        decodeURIComponent(name.slice(0, -suffix.length)),
        readFileSync(join(directory, name), 'utf8'),
      )
    else rmSync(join(directory, name), { force: true })
  }
  return {
    keys: () => [...texts.keys()],
    read: (key) => texts.get(key),
    write(key, value) {
      const path = pathOf(key)
      if (value === undefined) {
        texts.delete(key)
        unflushed.delete(path)
        rmSync(path, { force: true })
        return
      }
      try {
        writeFileSync(`${path}.new`, value, { mode: 0o600 })
        renameSync(`${path}.new`, path)
      } catch (cause) {
        // Without the name of the file, so that the console says it once.
        throw new Error(`${directory} cannot be written: is the disk full, or the directory gone?`, { cause })
      }
      texts.set(key, value)
      unflushed.add(path)
    },
    async flush() {
      const paths = [...unflushed]
      if (paths.length === 0) return
      unflushed.clear()
      try {
        for (const path of paths) await sync(path)
        await sync(directory)
      } catch (error) {
        for (const path of paths) unflushed.add(path)
        throw error
      }
    },
  }
}

/** A file that was removed meanwhile needs no sync. */
async function sync(path: string): Promise<void> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (file === undefined) return
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
