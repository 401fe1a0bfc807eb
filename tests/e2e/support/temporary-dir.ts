import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Enterable by the unprivileged user that runs PostgreSQL when this runs as root; the data below it is not. */
export async function temporaryDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'site-'))
  await chmod(dir, 0o755)
  return dir
}
