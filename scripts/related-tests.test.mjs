import { expect, test } from 'vitest'
import { relatedTests } from './lib/related-tests.mjs'

const sources = new Map([
  ['src/a/rule.ts', ''],
  ['src/a/list.ts', "import { rule } from './rule.ts'"],
  ['src/a/list.test.ts', "import { list } from './list.ts'\nimport { rule } from 'rule.ts'"],
  ['src/b/page.tsx', "const page = import('../a/list.ts')"],
  ['src/b/page.test.tsx', "vi.mock('./page.tsx')"],
  ['src/b/other.test.ts', "import { other } from '../a/rule.js'"],
])

test('[green.63] the tests of what changed are those that import it, directly or not', () => {
  expect(relatedTests(['src/a/rule.ts'], sources)).toEqual(['src/a/list.test.ts', 'src/b/page.test.tsx'])
  expect(relatedTests(['src/b/page.tsx', 'docs/a.md'], sources)).toEqual(['src/b/page.test.tsx'])
  expect(relatedTests(['src/b/other.test.ts', 'src/b/deleted.test.ts'], sources)).toEqual([
    'src/b/other.test.ts',
  ])
})

test('[green.63] a change of a domain of the server runs the tests of that domain, not those of all', () => {
  const tests = relatedTests(['src/server/domains/posts/queries/posts.ts'])
  expect(tests).toContain('src/server/domains/posts/posts.test.ts')
  expect(tests.filter((file) => file.startsWith('src/server/domains/events/'))).toEqual([])
  expect(relatedTests(['src/contract/posts/posts.ts'])).toContain('src/web/pages/social.test.tsx')
})

test('[green.63] a change of the endpoints of a domain runs the tests that walk all endpoints', () => {
  const walker = 'tests/site/permission-matrix.test.ts'
  expect(relatedTests(['src/contract/posts/posts-endpoints.ts'])).toContain(walker)
  expect(relatedTests(['src/contract/posts/posts.ts'])).not.toContain(walker)
})
