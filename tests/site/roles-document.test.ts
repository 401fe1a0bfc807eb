import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAdminRank, isStaffRank, type Rank, shippedRanks } from '../../src/contract/accounts/ranks.ts'
import type { Access, AnyEndpoint } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { rootDir } from '../../src/server/store.ts'

const file = join(rootDir, 'docs/security/roles.md')
const [begin, end] = ['<!-- endpoint table: begin -->', '<!-- endpoint table: end -->']

const opensFor: Readonly<Record<Access, (rank: Rank | null) => boolean>> = {
  public: () => true,
  member: (rank) => rank !== null,
  staff: (rank) => rank !== null && isStaffRank(rank),
  admin: (rank) => rank !== null && isAdminRank(rank),
  'game-server': () => false,
}

/** Ranks with equal rights share a column. */
const columns: readonly (readonly (Rank | null)[])[] = [null, ...shippedRanks].reduce<(Rank | null)[][]>(
  (groups, rank) => {
    const last = groups.at(-1)
    const isAlike = (other: Rank | null) =>
      Object.values(opensFor).every((opens) => opens(rank) === opens(other))
    if (last?.[0] !== undefined && isAlike(last[0])) last.push(rank)
    else groups.push([rank])
    return groups
  },
  [],
)

const mark = (isOpen: boolean) => (isOpen ? '✓' : '·')

/** Whether a call asks for the password again, and for which of its path parameters. */
const passwordOf = ({ confirm }: AnyEndpoint) =>
  typeof confirm === 'object'
    ? Object.values(confirm)
        .flat()
        .map((value) => `\`${value}\``)
        .join(', ')
    : mark(confirm === true)

function rowOf(feature: string, endpoint: AnyEndpoint): string {
  const { access, aliasPath, area = mark(false), method, path, summary } = endpoint
  const address = `\`${method} ${path}\`${aliasPath === undefined ? '' : `, \`${aliasPath}\``}`
  const marks = columns.map(([rank]) => mark(opensFor[access](rank ?? null)))
  const doors = [...marks, mark(access === 'game-server')]
  return `| ${[feature, address, summary, area, ...doors, passwordOf(endpoint)].join(' | ')} |`
}

function endpointTable(): string {
  const names = columns.map((group) => (group[0] === null ? 'visitor' : group.join(', ')))
  const head = ['part', 'address', 'does', 'area', ...names, 'game server', 'password again']
  const rows = Object.entries(endpoints).flatMap(([feature, table]) =>
    Object.values(table).map((endpoint: AnyEndpoint) => rowOf(feature, endpoint)),
  )
  return [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows].join('\n')
}

// `npx vitest run --project server tests/site/roles-document.test.ts --update` rewrites the table.
test('docs/security/roles.md says of every endpoint who passes its door', async () => {
  const written = readFileSync(file, 'utf8')
  const [before, after] = [written.indexOf(begin), written.indexOf(end)]
  expect([before > 0, after > before]).toEqual([true, true])
  const right = `${written.slice(0, before + begin.length)}\n${endpointTable()}\n${written.slice(after)}`
  await expect(right).toMatchFileSnapshot(file)
})
