import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Builds both packs into a new directory below the system's temporary one. Returns its path. */
export async function buildPacks(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'packs-'))
  const program = fileURLToPath(new URL('../build.mjs', import.meta.url))
  await promisify(execFile)(process.execPath, [program, directory])
  return directory
}
