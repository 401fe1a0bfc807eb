import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBoundaries } from './lib/boundaries.mjs'
import { root } from './lib/root.mjs'
import { checkSourceRules } from './lib/source-rules.mjs'

const domains = [
  'content',
  'accounts',
  'notifications',
  'network',
  'news',
  'matches',
  'rankings',
  'players',
  'posts',
  'events',
  'reports',
  'applications',
  'moderation',
]

// Nothing imports events or players but pages; the two do not import each other.
const forbiddenFor = (domain) => (domain === 'events' ? '../players/e.ts' : '../events/e.ts')

/** One file for each rule, which breaks it; the targets are made empty. */
const seeds = {
  resolvable: ['src/server/app.ts', './nowhere.ts'],
  'contract-only-zod': ['src/contract/a.ts', 'node:fs'],
  'server-without-web': ['src/server/platform/b.ts', '../../web/ui/button.tsx'],
  'web-without-server': ['src/web/ui/c.tsx', '../../server/platform/b.ts'],
  ...Object.fromEntries(
    domains.map((domain) => [
      `domain-${domain}`,
      [`src/server/domains/${domain}/d.ts`, forbiddenFor(domain)],
    ]),
  ),
  'server-composers': ['src/server/gateways/f.ts', '../domains/accounts/users/e.ts'],
  'context-below-domains': ['src/server/context.ts', './domains/accounts/users/e.ts'],
  'domains-below-app': ['src/server/domains/accounts/users/g.ts', '../../../app.ts'],
  'server-platform-below': ['src/server/platform/h.ts', '../domains/accounts/users/e.ts'],
  'gateways-below': ['src/server/gateways/i.ts', '../context.ts'],
  'web-composers': ['src/web/platform/j.tsx', '../domains/posts/k.tsx'],
  'web-primitives-below': ['src/web/ui/l.tsx', '../pages/m.tsx'],
  'domains-below-pages': ['src/web/domains/posts/n.tsx', '../../pages/m.tsx'],
  'driver-in-queries': ['src/server/domains/accounts/users/routes.ts', 'kysely'],
  'outward-in-gateways': ['src/server/domains/accounts/users/o.ts', 'node:dgram'],
  'not-to-tests': ['src/server/domains/accounts/users/p.ts', './q.test.ts'],
  'testing-for-tests': ['src/server/domains/accounts/users/r.ts', '../../../testing/s.ts'],
}

const targets = [
  'src/server/domains/events/e.ts',
  'src/server/domains/players/e.ts',
  'src/web/ui/button.tsx',
  'src/server/domains/accounts/users/e.ts',
  'src/web/domains/posts/k.tsx',
  'src/web/pages/m.tsx',
  'src/server/domains/accounts/users/q.test.ts',
  'src/server/testing/s.ts',
]

/** What is allowed and must stay so. */
const allowed = [
  ['src/server/domains/players/fine.ts', '../accounts/users/e.ts'],
  ['src/contract/fine.ts', 'zod/mini'],
  ['src/server/domains/accounts/users/queries.ts', 'kysely'],
  ['src/server/gateways/fine.ts', 'node:dgram'],
  ['src/web/pages/fine.tsx', '../domains/posts/k.tsx'],
  ['src/web/frame/fine.tsx', '../domains/posts/k.tsx'],
]

let tree = ''

const write = (path, text) => {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), text, { flag: 'a' })
}

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'boundaries-'))
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  for (const path of targets) write(path, 'export const one = 1\n')
  for (const [from, to] of [...Object.values(seeds), ...allowed]) write(from, `import '${to}'\n`)
  write(
    'src/server/domains/accounts/users/ring-a.ts',
    `import type { B } from './ring-b.ts'\nexport type A = B\n`,
  )
  write(
    'src/server/domains/accounts/users/ring-b.ts',
    `import type { A } from './ring-a.ts'\nexport type B = A\n`,
  )
})

afterAll(() => rmSync(tree, { recursive: true }))

test('a seeded violation of each boundary rule is found, and what is allowed is not', () => {
  const { modules, violations } = checkBoundaries(tree)
  expect(modules).toBeGreaterThan(20)
  const found = new Map(Object.keys(seeds).map((rule) => [rule, []]))
  for (const { rule, from } of violations) found.get(rule)?.push(from)
  for (const [rule, [from]] of Object.entries(seeds)) expect(found.get(rule), rule).toContain(from)
  expect(violations.some(({ rule }) => rule === 'no-cycles')).toBe(true)
  for (const [from] of allowed) expect(violations.filter((one) => one.from === from)).toEqual([])
})

test('words that cross a boundary are found', () => {
  write('src/server/platform/env.ts', 'export const home = process.env.HOME\n')
  write('src/server/platform/call.ts', `export const get = () => fetch('http://example.com')\n`)
  write('src/server/platform/dial.ts', `import { connect } from 'node:net'\nexport const dial = connect\n`)
  write('src/server/config.ts', 'export const home = process.env.HOME\n')
  expect(checkSourceRules(tree)).toEqual([
    { rule: 'fetch only in gateways', from: 'src/server/platform/call.ts' },
    { rule: 'connections to the outside only in gateways', from: 'src/server/platform/dial.ts' },
    { rule: 'process.env only in config', from: 'src/server/platform/env.ts' },
  ])
})

test('[plugs.06] The platform names no table of a domain but those that say who calls', () => {
  const rooms = mkdtempSync(join(tmpdir(), 'rooms-'))
  const plant = (path, text) => {
    mkdirSync(dirname(join(rooms, path)), { recursive: true })
    writeFileSync(join(rooms, path), text)
  }
  plant(
    'src/server/domains/posts/domain.ts',
    'export const posts = defineDomain({\n  tables: {\n    media: saved(),\n    users: saved(),\n  },\n})\n',
  )
  plant('src/server/house.ts', '  tables: {\n    audit_log: saved(),\n  },\n')
  plant('src/server/platform/a.ts', 'sql`SELECT id FROM media`\n')
  plant('src/server/platform/b.ts', `executor.insertInto('media')\n`)
  plant('src/server/platform/c.ts', 'sql`SELECT id FROM users JOIN posts USING (id)`\n')
  plant('src/server/platform/fine.ts', 'sql`SELECT id FROM users JOIN audit_log USING (id)`\n')
  plant('src/server/platform/fine.test.ts', 'sql`SELECT id FROM media`\n')
  plant('src/server/domains/posts/queries.ts', 'sql`SELECT id FROM media`\n')
  const rule = 'no table of a domain in the platform'
  expect(checkSourceRules(rooms)).toEqual(
    ['a', 'b', 'c'].map((name) => ({ rule, from: `src/server/platform/${name}.ts` })),
  )
  rmSync(rooms, { recursive: true })
})

test('the former word for the staff area is found wherever it comes back', () => {
  const names = mkdtempSync(join(tmpdir(), 'names-'))
  const plant = (path, text) => {
    mkdirSync(dirname(join(names, path)), { recursive: true })
    writeFileSync(join(names, path), text)
  }
  // Written in two pieces, so that this file does not hold the name itself.
  plant('src/web/b.ts', `/** Shown at the ${'de'}sk. */\nexport const title = 'Desktop'\n`)
  plant(`src/web/fake-${'de'}sk.ts`, 'export const fake = 1\n')
  plant('src/web/fine.ts', 'export const notifyStaff = 1\n')
  expect(checkSourceRules(names)).toEqual([
    { rule: `retired name ${'de'}sk`, from: 'src/web/b.ts' },
    { rule: `retired name ${'de'}sk`, from: `src/web/fake-${'de'}sk.ts` },
  ])
  rmSync(names, { recursive: true })
})

test('[green.31] A test that acts before its page takes part, or waits for a time, is refused', () => {
  const hasty = mkdtempSync(join(tmpdir(), 'hasty-'))
  const plant = (path, text) => {
    mkdirSync(dirname(join(hasty, path)), { recursive: true })
    writeFileSync(join(hasty, path), text)
  }
  // In two pieces each, so that the rules do not find them here.
  plant('src/web/ui/a.test.tsx', `${'fire'}Event.click(button)\n`)
  plant('src/web/testing/actions.ts', `${'fire'}Event.click(button)\n`)
  plant('tests/e2e/a.test.ts', `await page${'.goto'}(url)\n`)
  plant('tests/e2e/b.test.ts', `await page${'.reload'}()\n`)
  plant('tests/e2e/c.test.ts', `await page.waitForLoadState('network${'idle'}')\n`)
  plant('tests/e2e/d.test.ts', `await page.wait${'ForTimeout'}(500)\n`)
  plant('tests/e2e/fine.test.ts', 'await visit(page, url)\nawait quiet(page)\n')
  const found = checkSourceRules(hasty).map(({ rule, from }) => `${from}: ${rule.split(',')[0]}`)
  expect(found).toEqual([
    'src/web/ui/a.test.tsx: web tests act by whenReady',
    'tests/e2e/a.test.ts: journeys open pages by visit',
    'tests/e2e/b.test.ts: journeys open pages by visit',
    'tests/e2e/c.test.ts: journeys wait for what they need',
    'tests/e2e/d.test.ts: journeys wait for what they need',
  ])
  rmSync(hasty, { recursive: true })
})

test('[languages.34] Classes say start and end: a page that is read from right to left is mirrored', () => {
  const sides = mkdtempSync(join(tmpdir(), 'sides-'))
  mkdirSync(join(sides, 'src/web/ui'), { recursive: true })
  const refused = [
    'ml-2',
    'sm:-mr-px',
    'first:pl-[3px]',
    'text-left',
    'md:text-right',
    'right-0',
    'border-l',
    'border-r-2',
    'rounded-tl-lg',
  ]
  refused.forEach((name, at) => {
    writeFileSync(join(sides, `src/web/ui/${at}.tsx`), `const look = "flex ${name} gap-2"\n`)
  })
  const fine = 'flex ms-2 pe-px text-start end-0 border-s left right-click rounded-lg border-line'
  writeFileSync(join(sides, 'src/web/ui/fine.tsx'), `const look = '${fine}'\n`)
  expect(checkSourceRules(sides).map(({ from }) => from)).toEqual(
    refused.map((_, at) => `src/web/ui/${at}.tsx`),
  )
  rmSync(sides, { recursive: true })
})
