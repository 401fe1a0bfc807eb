import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { checkYaml, rawYaml } from './yaml-file.ts'

const schema = z.strictObject({
  title: z.string().check(z.minLength(1, 'must not be empty')),
  items: z.array(z.strictObject({ name: z.string(), count: z.int() })),
})
const placeholders = { site: 'Ember Arena', host: 'play.example.net' }
const check = (text: string, defaults?: unknown) =>
  checkYaml({ file: 'rules.yaml', text, schema, placeholders, defaults })

test.each([
  ['a broken line', 'title: a\nitems: [', 2],
  ['a missing key', 'items: []', 1],
  ['an empty text', '\n\ntitle: ""\nitems: []', 3],
  ['a wrong type deep inside', 'title: a\nitems:\n  - name: b\n    count: 1\n  - name: c\n    count: two', 6],
  ['a misspelt key', 'title: a\nitems: []\ntitel: b', 3],
  ['a misspelt key deep inside', 'title: a\nitems:\n  - name: b\n    count: 1\n    cuont: 2', 5],
  ['a key that stands twice', 'title: a\ntitle: b\nitems: []', 2],
  ['an unknown placeholder', 'title: a\nitems:\n  - name: Welcome to {stie}\n    count: 1', 3],
  ['an alias', 'title: &a a\nitems:\n  - name: *a\n    count: 1', 3],
  ['an unknown tag', 'title: !!js/function x\nitems: []', 1],
  ['a list where a text belongs', 'title:\n  - a\nitems: []', 1],
  ['nothing at all', '', 1],
])('%s is reported with file, line and reason', (_what, text, line) => {
  const checked = check(text)
  if (!('problems' in checked)) throw new Error('it was accepted')
  expect(checked.problems[0]).toMatchObject({ file: 'rules.yaml', line })
  expect(checked.problems[0]?.reason).not.toBe('')
})

test('every problem is reported, not only the first', () => {
  const checked = check('title: ""\nitems:\n  - name: a\n    count: x\n  - name: b')
  expect(checked).toMatchObject({ problems: [{ line: 1 }, { line: 4 }, { line: 5 }] })
})

test('placeholders are filled in, and braces of other kinds stay', () => {
  expect(check('title: "Join {site} at {host} { or } {1}"\nitems: []')).toEqual({
    value: { title: 'Join Ember Arena at play.example.net { or } {1}', items: [] },
  })
})

test('[inputs.11] an IPv6 address is in brackets before its port, in written texts and in defaults', () => {
  const filled = checkYaml({
    file: 'rules.yaml',
    text: 'title: "Type {host} and {port}, or {host}:{port}"',
    schema,
    placeholders: { host: '2001:db8::7', port: '19132' },
    defaults: { title: 'unused', items: [{ name: 'Join {host}:{port}', count: 1 }] },
  })
  expect(filled).toEqual({
    value: {
      title: 'Type 2001:db8::7 and 19132, or [2001:db8::7]:19132',
      items: [{ name: 'Join [2001:db8::7]:19132', count: 1 }],
    },
  })
})

test('a name out of the configuration is never read as a placeholder itself', () => {
  const named = checkYaml({
    file: 'rules.yaml',
    text: 'title: "{site}"\nitems: []',
    schema,
    placeholders: { ...placeholders, site: '{host}: "x"\n- y' },
  })
  expect(named).toEqual({ value: { title: '{host}: "x"\n- y', items: [] } })
})

test('JSON is YAML too', () => {
  expect(check('{"title": "a", "items": [{"name": "b", "count": 2}]}')).toEqual({
    value: { title: 'a', items: [{ name: 'b', count: 2 }] },
  })
})

test('what a caller changes in a value is not in the next one of the same text', () => {
  const read = () => rawYaml('links:\n  - a') as { links: string[] }
  read().links.push('b')
  expect(read()).toEqual({ links: ['a'] })
})

test('a file that would unfold into a giant is refused', () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b]`
  expect('problems' in check(bomb)).toBe(true)
})

test('a key that is absent takes its default, placeholders filled in; a list is written whole', () => {
  const defaults = { title: 'Welcome to {site}', items: [{ name: 'a', count: 1 }] }
  expect(check('', defaults)).toEqual({
    value: { title: 'Welcome to Ember Arena', items: [{ name: 'a', count: 1 }] },
  })
  expect(check('items: []', defaults)).toEqual({ value: { title: 'Welcome to Ember Arena', items: [] } })
  expect(check('title:', defaults)).toMatchObject({ problems: [{ line: 1 }] })
})
