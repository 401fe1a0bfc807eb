import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../e2e/support/free-port.ts'
import { rootDir } from '../../e2e/support/site.ts'
import { debianFile } from './debian.ts'
import { waitFor } from './processes.ts'

export interface Nginx {
  readonly plainUrl: string
  readonly url: string
  stop(): Promise<void>
}

/**
 * Real nginx with deploy/nginx.conf, in which only ports and certificate are replaced. `name`: what the site is called
 * instead of 127.0.0.1; a client that asks for it must name it (Host, SNI).
 */
export async function startNginx(ports: readonly [number, number], name?: string): Promise<Nginx> {
  if (!debianFile('/usr/sbin/nginx', ['nginx-light'])) throw new Error('apt-get install nginx-light')
  const home = mkdtempSync(join(tmpdir(), 'faults-nginx-'))
  const [plain, secure] = [await freePort(), await freePort()]
  makeCertificate(home)
  let sample = readFileSync(join(rootDir, 'deploy/nginx.conf'), 'utf8')
    .replaceAll(/^ *listen \[::\].*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${secure} ssl`)
    .replace('127.0.0.1:3001', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${ports[1]}`)
    .replaceAll('/etc/ssl/vulx', home)
    .replaceAll('play.example', name ?? '127.0.0.1')
  // nginx would leave the port out, and with it the address in the browser.
  if (name === undefined) sample = sample.replace('Host $host;', `Host $host:${secure};`)
  for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(home, name))
  const whole = `
daemon off; master_process off; pid ${home}/pid; error_log ${home}/error.log warn;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${home}/body; proxy_temp_path ${home}/proxy; fastcgi_temp_path ${home}/fastcgi;
  uwsgi_temp_path ${home}/uwsgi; scgi_temp_path ${home}/scgi;
${sample}
}`
  writeFileSync(join(home, 'nginx.conf'), whole)
  const child = spawn('/usr/sbin/nginx', ['-p', home, '-c', join(home, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const plainUrl = `http://127.0.0.1:${plain}`
  const responses = () =>
    fetch(plainUrl, { redirect: 'manual' }).then(
      () => true,
      () => false,
    )
  if ((await waitFor(responses, 5_000)) === undefined) throw new Error('nginx did not start')
  return {
    plainUrl,
    url: `https://127.0.0.1:${secure}`,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function makeCertificate(home: string): void {
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2']
  const files = ['-keyout', join(home, 'privkey.pem'), '-out', join(home, 'fullchain.pem')]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const { status, stderr } = spawnSync('openssl', ['req', '-x509', ...key, ...subject, ...files])
  if (status !== 0) throw new Error(`openssl made no certificate: ${stderr}`)
}
