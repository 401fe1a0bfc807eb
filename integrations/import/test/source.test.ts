import { expect, test } from 'vitest'

const { sourceOf } = (await import(new URL('../src/output.mjs', import.meta.url).href)) as {
  sourceOf: (program: string, url: string | undefined) => string
}

test('[owner.131] a source is named by program, host and database, so that two sites of one program differ', () => {
  const urls = [
    'mysql://user:password@one.example/nameless',
    'mysql://user:password@two.example/nameless',
    'mysql://user:password@one.example:3307/nameless',
    'mysql://user:password@one.example/Nameless',
    `mysql://user:password@one.example/${'long'.repeat(16)}`,
  ]
  const sources = urls.map((url) => sourceOf('nameless', url))
  expect(new Set(sources).size).toBe(urls.length)
  for (const source of sources) expect(source).toMatch(/^nameless-(?:nameless|longlonglonglo)-[0-9a-f]{12}$/)
  expect(sourceOf('nameless', 'mysql://other:words@ONE.example:3306/nameless')).toBe(sources[0])
  expect(() => sourceOf('nameless', undefined)).toThrow('Set SOURCE_URL')
})
