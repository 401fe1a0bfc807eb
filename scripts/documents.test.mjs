import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './lib/root.mjs'

/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8')

/** @param {string} directory @param {RegExp} name */
const filesBelow = (directory, name) =>
  readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path))
    .map((path) => `${directory}/${path}`)
    .sort()

const rootPages = ['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md']
const allPages = [...rootPages, ...filesBelow('docs', /\.md$/)]

/** `src/…`, `docs/…`: a path from the root. `platform/x.ts`: one that starts elsewhere. `README.md`. */
const citedPath =
  /`((?:[\w-]+\/)+[\w.-]+\.(?:ts|tsx|mjs|cjs|md|sql|ya?ml|json|sh|tsv)|(?:content|deploy|docs|integrations|media|migrations|scripts|src|tests)\/[\w./-]*|[A-Z][\w.-]*\.md)`/g

test.each(allPages)('every path in backticks in %s exists', (page) => {
  const missing = [...read(page).matchAll(citedPath)].flatMap(([, path = '']) =>
    existsSync(join(root, path)) ? [] : [path],
  )
  expect([...new Set(missing)]).toEqual([])
})

/** The anchor of a heading, as GitHub makes it. @param {string} heading */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')

/** @param {string} page */
const anchorsOf = (page) =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

test.each(allPages)('every link of %s leads to a file and a heading of the repository', (page) => {
  const broken = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    if (/^(https?:|\/|discord$)/.test(target)) return []
    const [path = '', anchor] = target.split('#')
    const file = path === '' ? page : join(dirname(page), path)
    if (!existsSync(join(root, file))) return [target]
    return anchor === undefined || anchorsOf(file).includes(anchor) ? [] : [target]
  })
  expect(broken).toEqual([])
})

const narrowPages = [
  ...rootPages,
  ...allPages.filter((page) => /^docs\/((decisions|integration)\/)?[\w-]+\.md$/.test(page)),
]

test.each(narrowPages)('no line of %s is longer than 120 characters, tables excepted', (page) => {
  const long = read(page)
    .split('\n')
    .flatMap((line, index) => (line.length > 120 && !line.startsWith('|') ? [`${page}:${index + 1}`] : []))
  expect(long).toEqual([])
})

test('decisions are numbered without holes and have one form', () => {
  const decisions = filesBelow('docs/decisions', /\d.*\.md$/)
  const expected = decisions.map((_, index) => String(index + 1).padStart(4, '0'))
  expect(
    decisions.map((path) => path.slice('docs/decisions/'.length, -'-title.md'.length).slice(0, 4)),
  ).toEqual(expected)
  const otherForm = decisions.filter((path, index) => {
    const text = read(path)
    const parts = ['**Decided.**', '**Why.**', '**Price.**'].map((part) => text.indexOf(`\n${part}`))
    const inOrder = parts.every((at, part) => at > (parts[part - 1] ?? 0))
    return !(text.startsWith(`# ${expected[index]} `) && inOrder)
  })
  expect(otherForm).toEqual([])
})

test('the index of decisions names each with its title', () => {
  const rows = filesBelow('docs/decisions', /\d.*\.md$/).map((path) => {
    const [number, ...title] = read(path).split('\n', 1)[0]?.slice('# '.length).split(' ') ?? []
    return `| [${number}](${path.slice('docs/decisions/'.length)}) | ${title.join(' ')} |`
  })
  expect(
    read('docs/decisions/README.md')
      .split('\n')
      .filter((line) => line.startsWith('| [')),
  ).toEqual(rows)
})

const sources = ['src', 'scripts', 'tests', 'integrations'].flatMap((directory) =>
  filesBelow(directory, /\.(tsx?|mjs|css)$/).filter((path) => !path.includes('node_modules')),
)

/** Headings, and the bold words a line begins with: what a comment may name behind a page of docs/spec. @param {string} page */
const namesIn = (page) =>
  [...read(page).matchAll(/^(?:#+ ([\w -]+)|(?:- )?\*\*([^*]+?)( \(departure\))?\.?\*\*)/gm)].map(
    ([, heading, bold]) => (heading ?? bold ?? '').trim(),
  )

test('a comment that cites docs/spec names a heading there', () => {
  const unresolved = sources.flatMap((path) =>
    [...read(path).matchAll(/(docs\/spec\/\w+\.md), ([^).;]+)\)/g)].flatMap(([, page = '', names = '']) => {
      const known = namesIn(page)
      return names
        .split(' and ')
        .filter((name) => !known.some((heading) => heading.startsWith(name)))
        .map((name) => `${path}: ${page}, ${name}`)
    }),
  )
  expect(unresolved).toEqual([])
})

test('no comment cites a page that is not in the repository', () => {
  const dangling = sources
    .filter((path) => path !== 'scripts/documents.test.mjs')
    .flatMap((path) =>
      [...read(path).matchAll(/\bspec \d|\boperating contract\b|\(rulings\b/gi)].map(
        ([words]) => `${path}: ${words}`,
      ),
    )
  expect(dangling).toEqual([])
})
