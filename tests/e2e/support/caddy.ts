import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { debianFile } from '../../faults/support/debian.ts'
import { waitFor } from '../../faults/support/processes.ts'
import { freePort } from './free-port.ts'
import { rootDir } from './site.ts'

/** Real Caddy with a file of deploy/. Only ports and addresses change, and its own authority signs the certificate. */
export async function startCaddy(ports: readonly [number, number], name: string, source = 'Caddyfile') {
  if (!debianFile('/usr/bin/caddy', ['caddy'])) throw new Error('apt-get install caddy')
  const home = mkdtempSync(join(tmpdir(), 'caddy-'))
  const [plain, secure] = [await freePort(), await freePort()]
  const sample = readFileSync(join(rootDir, 'deploy', source), 'utf8')
    .replace('127.0.0.1:3000', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${ports[1]}`)
    .replaceAll('play.example', name)
  const settings = [
    'admin off',
    'local_certs',
    'skip_install_trust',
    'default_bind 127.0.0.1',
    `http_port ${plain}`,
    `https_port ${secure}`,
  ]
  const file = join(home, 'Caddyfile')
  writeFileSync(file, `{\n${settings.join('\n')}\n}\n${sample}`)
  const child = spawn('/usr/bin/caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const plainUrl = `http://127.0.0.1:${plain}`
  // It listens before it has made the certificate.
  const responses = () =>
    new Promise<boolean>((resolve) => {
      const to = { host: '127.0.0.1', port: secure, servername: name, rejectUnauthorized: false }
      const socket = connect(to, () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => resolve(child.exitCode !== null))
    })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(home, { recursive: true, force: true })
  }
  if ((await waitFor(responses, 60_000)) === undefined || child.exitCode !== null) {
    await stop()
    throw new Error(`Caddy did not start:\n${said}`)
  }
  return { plainUrl, url: `https://127.0.0.1:${secure}`, stop }
}
