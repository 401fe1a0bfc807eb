import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from './lib/root.mjs'

const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8')
const variables = new Set(
  [...read('.env.example').matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name),
)

/** How glibc allocates: threads share two heaps, and freed memory goes back to the system. */
const mallocSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

test.each(['deploy/Dockerfile', 'deploy/vulx.service'])('%s bounds the memory that glibc keeps', (file) => {
  for (const [name, value] of Object.entries(mallocSettings))
    expect(read(file)).toMatch(new RegExp(`^(?:ENV |Environment=).*\\b${name}=${value}\\b`, 'm'))
})

describe('The image', () => {
  const steps = read('deploy/Dockerfile').split('\n')

  test('copies from the checkout only what is there, and what Dockerfile.dockerignore lets through', () => {
    const ignored = read('deploy/Dockerfile.dockerignore').split('\n')
    expect(ignored[0]).toBe('*')
    const wanted = [
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'src',
      'scripts',
      'migrations',
      'sql',
      'content',
      'deploy',
    ]
    for (const path of wanted) {
      expect(ignored).toContain(`!${path}`)
      expect(existsSync(join(root, path)), path).toBe(true)
    }
  })

  test('takes out of the build what the site reads while it runs', () => {
    const taken = steps.flatMap((step) => /^COPY --from=build (.+) \S+$/.exec(step)?.[1]?.split(' ') ?? [])
    for (const path of taken.map((path) => path.replace('/site/', '')))
      expect(existsSync(join(root, path)) || ['build', 'node_modules'].includes(path), path).toBe(true)
    for (const needed of ['build', 'migrations', 'sql', 'content', 'node_modules', 'package.json'])
      expect(taken).toContain(`/site/${needed}`)
  })

  test('runs as nobody of importance, and says how it is', () => {
    expect(steps).toContain('USER node')
    expect(steps.findIndex((step) => step.startsWith('HEALTHCHECK'))).toBeGreaterThan(
      steps.indexOf('USER node'),
    )
  })
})

describe('compose.yaml', () => {
  const { services, volumes } = parse(read('deploy/compose.yaml'))

  test('gives the site only variables that it knows', () => {
    expect(Object.keys(services.site.environment).filter((name) => !variables.has(name))).toEqual([])
  })

  test('hands on whatever .env may set: a name that goes no further would be ignored without a word', () => {
    const ownOfTheContainer = ['PORT', 'HOST', 'DATA_DIR', 'CONTENT_DIR']
    const handedOn = new Set([...Object.keys(services.site.environment), ...ownOfTheContainer])
    expect([...variables].filter((name) => !handedOn.has(name))).toEqual([])
  })

  test('mounts files that are there, and volumes that it declares', () => {
    const sources = Object.values(services).flatMap((service) =>
      (service.volumes ?? []).map((/** @type {string} */ volume) => volume.split(':')[0]),
    )
    for (const source of sources)
      expect(
        source.startsWith('.') ? existsSync(join(root, 'deploy', source)) : source in volumes,
        source,
      ).toBe(true)
  })

  test('starts the site behind a database that is ready, and gives it time to stop', () => {
    expect(services.site.depends_on.db.condition).toBe('service_healthy')
    expect(Number.parseInt(services.site.stop_grace_period, 10)).toBeGreaterThan(10)
  })
})

test('the systemd unit starts what is there, and sets variables that the site knows', () => {
  const unit = read('deploy/vulx.service')
  const [, script = ''] = /^ExecStart=\/usr\/bin\/node \S+ (\S+)$/m.exec(unit) ?? []
  expect(existsSync(join(root, script)), script).toBe(true)
  const set = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '))
  for (const name of set.map((one) => one.split('=')[0] ?? ''))
    expect(name === 'NODE_ENV' || name in mallocSettings || variables.has(name), name).toBe(true)
})

test('the nightly backup finds the same data as the site: same user, place and settings', () => {
  const shared = (/** @type {string} */ file) =>
    read(file).match(
      /^(?:User|Group|WorkingDirectory|EnvironmentFile|StateDirectory|Environment=.*DATA_DIR)=.*$/gm,
    )
  expect(shared('deploy/vulx-backup.service')).toEqual(shared('deploy/vulx.service'))
  expect(shared('deploy/vulx.service')).toHaveLength(6)
  const [, script = ''] = /^ExecStart=.*\/node (\S+) backup /m.exec(read('deploy/vulx-backup.service')) ?? []
  expect(existsSync(join(root, script)), script).toBe(true)
})

test('prometheus.yml scrapes both processes of the proxies with a token, and reads the alerts that are here', () => {
  const { rule_files, scrape_configs } = parse(read('deploy/prometheus.yml'))
  expect(rule_files.map((/** @type {string} */ path) => path.split('/').at(-1))).toEqual(['alerts.yaml'])
  const [{ job_name, authorization, static_configs }] = scrape_configs
  expect(authorization).toEqual({ type: 'Bearer', credentials_file: expect.any(String) })
  expect(read('deploy/alerts.yaml')).toContain(`up{job="${job_name}"}`)
  for (const target of static_configs[0].targets)
    expect(read('deploy/nginx.conf')).toContain(`server ${target} `)
})

test('every alert names a section of the runbook', () => {
  const sections = new Set([...read('docs/operations.md').matchAll(/^#+ (.+)$/gm)].map(([, title]) => title))
  const { groups } = parse(read('deploy/alerts.yaml'))
  const named = groups.flatMap((/** @type {{ rules: { annotations: { runbook: string } }[] }} */ group) =>
    group.rules.map(({ annotations }) => /"(.+)"/.exec(annotations.runbook)?.[1]),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((/** @type {string} */ title) => !sections.has(title))).toEqual([])
})

describe('deploy/cluster', () => {
  const cluster = parse(read('deploy/cluster/patroni.yml'))

  test('acknowledges a write once a standby has it, over the interface of etcd that Debian 12 can use safely', () => {
    expect(cluster.bootstrap.dcs).toMatchObject({
      synchronous_mode: true,
      synchronous_mode_strict: false,
      primary_start_timeout: 0,
    })
    // Patroni 3.0.2 loses acknowledged writes over etcd3.
    expect(Object.keys(cluster)).toContain('etcd')
    expect(Object.keys(cluster)).not.toContain('etcd3')
    expect(read('deploy/cluster/etcd.env')).toMatch(/^ETCD_ENABLE_V2=true$/m)
    expect(cluster.postgresql.basebackup).toEqual([{ checkpoint: 'fast' }])
  })

  test('names the same three machines everywhere, and ends sessions of a server that lost its role', () => {
    const machines = (/** @type {string} */ file) =>
      [...new Set(read(`deploy/cluster/${file}`).match(/\b10\.0\.0\.1\d\b/g))].sort()
    for (const file of ['patroni.yml', 'etcd.env', 'haproxy.cfg'])
      expect(machines(file)).toEqual(['10.0.0.11', '10.0.0.12', '10.0.0.13'])
    const listens = read('deploy/cluster/haproxy.cfg')
      .split(/^listen /m)
      .slice(1)
    expect(listens.map((text) => text.includes('on-marked-down shutdown-sessions'))).toEqual([true, true])
    for (const port of ['5000', '5001'])
      expect(read('deploy/cluster/README.md')).toContain(`@127.0.0.1:${port}/vulx`)
  })
})
