import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findMariadb } from '../../../scripts/lib/mariadb.mjs'
import { freePort } from './free-port.ts'
import { temporaryDir } from './temporary-dir.ts'

/** A real MariaDB with one user, who may do everything. */
export async function startMariadb() {
  const found = findMariadb()
  if (found === undefined)
    throw new Error('install mariadb-server of Debian: the import reads a real database')
  const dir = await temporaryDir()
  const data = join(dir, 'data')
  const socket = join(dir, 'socket')
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : []
  const made = spawnSync(
    found.installer,
    [
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      ...asRoot,
    ],
    { encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`mariadb-install-db failed: ${made.stderr}${made.stdout}`)
  const password = 'of-the-old-site'
  const init = join(dir, 'init.sql')
  await writeFile(init, `CREATE USER old IDENTIFIED BY '${password}';\nGRANT ALL ON *.* TO old;\n`)
  const port = await freePort()
  const server = spawn(
    found.server,
    [
      ...[
        '--no-defaults',
        `--datadir=${data}`,
        `--socket=${socket}`,
        `--port=${port}`,
        `--init-file=${init}`,
      ],
      ...['--bind-address=127.0.0.1', '--innodb-flush-log-at-trx-commit=0', '--character-set-server=utf8mb4'],
      ...asRoot,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  server.stderr.on('data', (chunk: Buffer) => {
    said += chunk
  })
  /** Runs statements in a database, which is made unless it is there. */
  const run = (database: string, statements: string) => {
    const client = [
      '--no-defaults',
      `--socket=${socket}`,
      '--default-character-set=utf8mb4',
      '-uold',
      `-p${password}`,
    ]
    const { status, stderr } = spawnSync('mariadb', client, {
      input: `CREATE DATABASE IF NOT EXISTS \`${database}\`; USE \`${database}\`;\n${statements}`,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    })
    return status === 0 ? undefined : stderr
  }
  for (const until = Date.now() + 120_000; run('ready', 'SELECT 1;') !== undefined; ) {
    if (server.exitCode !== null || Date.now() > until) throw new Error(`MariaDB did not start:\n${said}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    run(database: string, statements: string) {
      const problem = run(database, statements)
      if (problem !== undefined) throw new Error(problem)
    },
    url: (database: string) => `mysql://old:${password}@127.0.0.1:${port}/${database}`,
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
      await rm(dir, { recursive: true, force: true })
    },
  }
}

export type Mariadb = Awaited<ReturnType<typeof startMariadb>>
