import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { partsOf } from './kept-parts.ts'
import { PartsContext, ServerPart } from './platform/kept-part.tsx'
import { noPrefetchedData, prefetchedFrom } from './platform/prefetched-data.ts'
import { useViewer, viewerQuery } from './platform/viewer.ts'

/** What a component of a page reads and shows, and the parts within it, which it hands what it read. */
interface Piece {
  readonly reads: readonly number[]
  readonly showsViewer: boolean
  readonly within: readonly Piece[]
}

/** A member of the site: their name, and of each query whether they get their own data or that of everybody. */
interface Reader {
  readonly username: string
  readonly own: readonly boolean[]
}

let at = 0
let components = 0

beforeEach(() => {
  at += 1_000
  components = 0
})

const dataOf = (reader: Reader, query: number) =>
  reader.own[query] ? `${reader.username} ${query}` : `all ${query}`

function Shown({ piece, name, handed }: { piece: Piece; name: string; handed: string }) {
  components += 1
  const client = useQueryClient()
  const text = [handed, ...piece.reads.map((query) => client.getQueryData([query]))].join(' ')
  return (
    <section>
      {text}
      {piece.showsViewer && <Name />}
      {piece.within.map((inner, index) => {
        const nameOfInner = name + 'abc'[index]
        return (
          <ServerPart key={nameOfInner} name={nameOfInner}>
            <Shown piece={inner} name={nameOfInner} handed={text} />
          </ServerPart>
        )
      })}
    </section>
  )
}

const Name = () => <b>{useViewer()?.username}</b>

function clientOf(reader: Reader): QueryClient {
  const client = new QueryClient()
  client.setQueryData(viewerQuery.queryKey, { username: reader.username } as never)
  for (const query of [0, 1, 2]) client.setQueryData([query], dataOf(reader, query))
  return client
}

/** The document of a member; with `isAlone` as if nobody else had read the page. */
function documentOf(reader: Reader, page: Piece, { url = '/', isAlone = false } = {}): string {
  const viewer = new QueryClient()
  viewer.setQueryData(viewerQuery.queryKey, { username: reader.username } as never)
  const nonce = `nonce-of-${reader.username}`
  const parts = isAlone
    ? null
    : partsOf(url, {
        root: { at, nonce, ...prefetchedFrom(viewer) },
        page: noPrefetchedData,
      })
  const html = renderToString(
    <PartsContext value={parts}>
      <QueryClientProvider client={clientOf(reader)}>
        <ServerPart name="page">
          <Shown piece={page} name="page" handed={''} />
          <script nonce={nonce} />
        </ServerPart>
      </QueryClientProvider>
    </PartsContext>,
  )
  return parts?.into(html) ?? html
}

const pieceOf = (within: fc.Arbitrary<readonly Piece[]>): fc.Arbitrary<Piece> =>
  fc.record({
    reads: fc.constantFrom([], [], [0], [1], [2], [0, 1, 2]),
    showsViewer: fc.constantFrom(true, false, false, false),
    within,
  })
const pieces = pieceOf(
  fc.array(pieceOf(fc.array(pieceOf(fc.constant([])), { maxLength: 2 })), { maxLength: 3 }),
)

const choices = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean())

test('[fast.06] In 1,000 groups of members each gets the document that they get alone, and nothing of another is in it', () => {
  const names = ['Canary', 'Sparrow', 'Heron'] as const
  const groups = fc.tuple(choices, choices, choices)
  fc.assert(
    fc.property(pieces, groups, (shownPage, group) => {
      at += 1_000
      for (const [index, username] of [...names, ...names].entries()) {
        const reader = { username, own: group[index % 3]! }
        const html = documentOf(reader, shownPage)
        expect(html).toBe(documentOf(reader, shownPage, { isAlone: true }))
        for (const other of names) if (other !== username) expect(html).not.toContain(other)
      }
    }),
    { numRuns: 1_000 },
  )
})

const everybody = { own: [false, false, false] }
const page: Piece = {
  reads: [0],
  showsViewer: false,
  within: [{ reads: [1], showsViewer: false, within: [] }],
}

test('[fast.07] What many members see is rendered once a second for all whose data is the same', () => {
  const first = documentOf({ username: 'One', ...everybody }, page)
  expect(components).toBe(2)
  const second = documentOf({ username: 'Two', ...everybody }, page)
  expect(second).toBe(first.replaceAll('nonce-of-One', 'nonce-of-Two'))
  documentOf({ username: 'Three', own: [false, false, true] }, page)
  expect(components).toBe(2)
  documentOf({ username: 'Four', own: [false, true, false] }, page)
  expect(components).toBe(4)
  documentOf({ username: 'Two', ...everybody }, page, { url: '/other' })
  expect(components).toBe(6)
  at += 1_000
  documentOf({ username: 'Two', ...everybody }, page)
  expect(components).toBe(8)
})

test('A part around the viewer is rendered for each member, and what is within it is not', () => {
  const around = { ...page, showsViewer: true }
  documentOf({ username: 'One', ...everybody }, around)
  expect(documentOf({ username: 'Two', ...everybody }, around)).toContain('<b>Two</b>')
  expect(components).toBe(3)
})

test('A part depends on what the parts within it read, also where these were kept', () => {
  const inner = (query: number): Piece => ({ reads: [query], showsViewer: false, within: [] })
  const around: Piece = { reads: [], showsViewer: false, within: [inner(0), inner(1)] }
  documentOf({ username: 'One', own: [false, true, false] }, around)
  documentOf({ username: 'Two', own: [false, false, false] }, around)
  expect(documentOf({ username: 'Three', own: [true, false, false] }, around)).toContain('Three 0')
})

test('A part is not taken from where other data was handed on', () => {
  // Which data the part around it reads may depend on the viewer.
  const inner: Piece = { reads: [], showsViewer: false, within: [] }
  const around = (query: number): Piece => ({ reads: [query], showsViewer: true, within: [inner] })
  documentOf({ username: 'One', ...everybody }, around(0))
  const second = { username: 'Two', ...everybody }
  expect(documentOf(second, around(1))).toBe(documentOf(second, around(1), { isAlone: true }))
})

test('A part that waits for something is rendered for each member', () => {
  const partsNow = () => partsOf('/', { root: { at, nonce: 'n', ...noPrefetchedData } })
  const client = new QueryClient()
  for (const [state, isKept] of [
    ['<!--$?--><template id="B:0"></template><!--/$-->', false],
    ['<!--$--><b></b><!--/$-->', true],
  ] as const) {
    const parts = partsNow()
    parts.noting('late', client)
    parts.into(`<kept-late>${state}</kept-late>`)
    expect(partsNow().has('late', client)).toBe(isKept)
  }
})

test('A part with a picture that the head preloads is rendered for each member', () => {
  const shown = (src: string, loading?: 'lazy') => {
    const parts = partsOf('/', { root: { at, nonce: 'n', ...noPrefetchedData } })
    const html = renderToString(
      <PartsContext value={parts}>
        <QueryClientProvider client={new QueryClient()}>
          <ServerPart name="picture">
            <img src={src} alt="" loading={loading} />
          </ServerPart>
        </QueryClientProvider>
      </PartsContext>,
    )
    return parts.into(html)
  }
  expect(shown('/one.png') + shown('/two.png')).toContain('/two.png')
  expect(shown('/three.png', 'lazy') + shown('/four.png', 'lazy')).not.toContain('/four.png')
})
