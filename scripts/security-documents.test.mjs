import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './lib/root.mjs'

// What the documents of docs/security cite is there: a file moved or a test renamed fails here.

const documents = ['threat-model', 'asvs', 'roles'].map((name) => `docs/security/${name}.md`)

/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8')

/** Files in backticks: everything below a folder, and files at the root by their extension. */
const citedFile = /`((?:[\w.-]+\/)+[\w.-]+\.[a-z]+|[A-Z][\w.-]*\.md|deploy\/Dockerfile)`/g
/** A test of a file: `path` › “name or a part of it”; several names may follow, each behind its own ›. */
const citedTests = /`([\w./-]+)`((?: › “[^”]+”)+)/g

test.each(documents)('every file that %s cites is there', (document) => {
  const missing = [...read(document).matchAll(citedFile)].flatMap(([, path = '']) =>
    existsSync(join(root, path)) ? [] : [path],
  )
  expect([...new Set(missing)]).toEqual([])
})

test.each(documents)('every test that %s cites has that name', (document) => {
  const wrong = [...read(document).matchAll(citedTests)].flatMap(([, path = '', names = '']) => {
    const source = existsSync(join(root, path)) ? read(path).replaceAll("\\'", "'") : ''
    return [...names.matchAll(/“([^”]+)”/g)].flatMap(([, name = '']) =>
      source.includes(name) ? [] : [`${path} › ${name}`],
    )
  })
  expect(wrong).toEqual([])
})

/**
 * OWASP ASVS 5.0.0: how many requirements each section has, and which of them are of level 3 alone.
 * @type {Readonly<Record<string, readonly [number, ...number[]]>>}
 */
// biome-ignore format: a table
const sections = {
  '1.1': [2], '1.2': [10, 10], '1.3': [12, 12], '1.4': [3], '1.5': [3, 3],
  '2.1': [3], '2.2': [3], '2.3': [5, 5], '2.4': [2, 2],
  '3.1': [1, 1], '3.2': [3, 3], '3.3': [5, 5], '3.4': [8, 7, 8], '3.5': [8, 6, 7, 8], '3.6': [1, 1], '3.7': [5, 3, 4, 5],
  '4.1': [5, 4, 5], '4.2': [5, 2, 3, 4, 5], '4.3': [2], '4.4': [4],
  '5.1': [1], '5.2': [6, 4, 5, 6], '5.3': [3, 3], '5.4': [3],
  '6.1': [3], '6.2': [12], '6.3': [8, 5, 6, 7, 8], '6.4': [6, 5, 6], '6.5': [8, 6, 7, 8], '6.6': [4, 4], '6.7': [2, 1, 2], '6.8': [4],
  '7.1': [3], '7.2': [4], '7.3': [2], '7.4': [5], '7.5': [3, 3], '7.6': [2],
  '8.1': [4, 3, 4], '8.2': [4, 4], '8.3': [3, 2, 3], '8.4': [2, 2],
  '9.1': [3], '9.2': [4],
  '10.1': [2], '10.2': [3, 3], '10.3': [5, 5], '10.4': [16, 12, 13, 14, 15, 16], '10.5': [5], '10.6': [2], '10.7': [3],
  '11.1': [4, 3, 4], '11.2': [5, 4, 5], '11.3': [5, 4, 5], '11.4': [4], '11.5': [2, 2], '11.6': [2, 2], '11.7': [2, 1, 2],
  '12.1': [5, 4, 5], '12.2': [2], '12.3': [5, 5],
  '13.1': [4, 2, 3, 4], '13.2': [6, 6], '13.3': [4, 3, 4], '13.4': [7, 6, 7],
  '14.1': [2], '14.2': [8, 5, 6, 7, 8], '14.3': [3],
  '15.1': [5, 4, 5], '15.2': [5, 4, 5], '15.3': [7], '15.4': [4, 1, 2, 3, 4],
  '16.1': [1], '16.2': [5], '16.3': [4], '16.4': [3], '16.5': [4, 4],
  '17.1': [2, 2], '17.2': [8, 5, 6, 7, 8], '17.3': [2],
}

const required = Object.entries(sections).flatMap(([section, [count, ...levelThree]]) =>
  Array.from({ length: count }, (_, n) => n + 1)
    .filter((n) => !levelThree.includes(n))
    .map((n) => `${section}.${n}`),
)

const states = ['met', 'operator', 'partly', 'not met', 'n/a']

/** A row is about one requirement, or about all from one to another: `1.2.6–1.2.8`. */
function statedIn(/** @type {string} */ text) {
  return [...text.matchAll(/^\| (\d[\d.]*)(?:–(\d[\d.]*))? \| [^|]* \| [^|]* \| ([^|]*) \|/gm)].flatMap(
    ([, from = '', to = from, state = '']) =>
      required.slice(required.indexOf(from), required.indexOf(to) + 1).map((number) => ({ number, state })),
  )
}

test('asvs.md states each of the 253 requirements of levels 1 and 2 once, and its summary counts them', () => {
  const text = read('docs/security/asvs.md')
  const stated = statedIn(text)
  expect(required.length).toBe(253)
  expect(stated.map(({ number }) => number)).toEqual(required)
  expect(stated.filter(({ state }) => !states.includes(state))).toEqual([])
  const counted = states.map((name) => `${name} ${stated.filter(({ state }) => state === name).length}`)
  expect(text).toContain(`**${counted.join(' · ')}**`)
})
