import { createHash } from 'node:crypto'
import { hashKey, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import type { EntryContext } from 'react-router'
import { type Parts, partElement } from './platform/kept-part.tsx'
import { queriesOf } from './platform/prefetched-data.ts'
import { viewerHash } from './platform/viewer.ts'
import type { loader } from './root.tsx'

interface Kept {
  /** The queries that the part depends on, with the JSON of their data. */
  readonly reads: ReadonlyMap<string, string | undefined>
  /** What stands between the nonces. */
  readonly html: readonly string[]
}

/** In characters of HTML and data, of one second. */
const maxKept = 16_000_000

const kept = new Map<string, Kept>()
let size = 0
let newest = 0

/** The queries of a document, as one part of it sees them. */
class QueriesOfPart extends QueryCache {
  /** What the part reads itself, and may hand on to the parts within it. */
  readonly own = new Set<string>()
  /** What the parts within it read. */
  readonly within = new Set<string>()

  constructor(
    readonly all: QueryCache,
    readonly outer: QueriesOfPart | undefined,
  ) {
    super()
  }

  /** What the parts within it may have been handed. The viewer counts where it is read, not where a part knows them. */
  get handedOn(): readonly string[] {
    const own = [...this.own].filter((hash) => hash !== viewerHash)
    return this.outer === undefined ? own : [...own, ...this.outer.handedOn]
  }

  /** What the part depends on. */
  get reads(): ReadonlySet<string> {
    return new Set([...this.own, ...this.within, ...(this.outer?.handedOn ?? [])])
  }

  noteWithin(hash: string): void {
    this.within.add(hash)
    this.outer?.noteWithin(hash)
  }

  override get = ((hash: string) => {
    this.own.add(hash)
    this.outer?.noteWithin(hash)
    return this.all.get(hash)
  }) as QueryCache['get']

  override getAll = () => {
    const all = this.all.getAll()
    for (const { queryHash } of all) this.get(queryHash)
    return all
  }

  override add = (query: Query) => this.all.add(query)
}

const element = new RegExp(`<${partElement('([a-z]+)')}>([\\s\\S]*?)</${partElement('\\1')}>`, 'g')

/**
 * What belongs to more of a document than the part: React preloads such a picture from the head, and writes what a part
 * waits for behind it.
 */
const ofDocument = /<img (?![^>]*loading="lazy")|<!--\$[?!]-->|<template id="/

/** A text of its own: a piece of a document would keep all of that in memory. */
const copied = (text: string) => Buffer.from(text).toString()

type LoaderData = EntryContext['staticHandlerContext']['loaderData']

/** What all parts may depend on: the address, the second, the site, and what loaders return beside queries of a page. */
function inputsOf(url: string, { root, ...pages }: LoaderData): string {
  const { nonce: _, queries: _of, ...site }: Awaited<ReturnType<typeof loader>> = root
  const shown = queriesOf(root).filter(([key]) => hashKey(key) !== viewerHash)
  const loaded = Object.entries(pages).map(([id, data]) => [id, { ...data, queries: undefined }])
  return createHash('sha256')
    .update(JSON.stringify([url, site, shown, loaded]))
    .digest('base64')
}

/** The parts of a member's document: of what many members see in one second, most is rendered for one of them. */
export function partsOf(url: string, loaderData: LoaderData): Parts & { into(html: string): string } {
  const { at, nonce }: Awaited<ReturnType<typeof loader>> = loaderData.root
  const inputs = inputsOf(url, loaderData)
  if (at !== newest || size > maxKept) {
    kept.clear()
    size = 0
    newest = at
  }
  const found = new Map<string, Kept>()
  const rendered = new Map<string, QueriesOfPart>()
  const texts = new Map<string, string | undefined>()
  function textOf(cache: QueryCache, hash: string) {
    if (!texts.has(hash)) texts.set(hash, JSON.stringify(cache.get(hash)?.state.data))
    return texts.get(hash)
  }
  function keep(name: string, html: string) {
    const queries = rendered.get(name)
    if (queries === undefined || ofDocument.test(html)) return
    const { all, reads } = queries
    // What shows the viewer is for nobody else.
    if (reads.has(viewerHash)) return
    kept.set(name + inputs, {
      reads: new Map([...reads].map((hash) => [hash, textOf(all, hash)])),
      html: html.split(nonce).map(copied),
    })
    size += html.length
    for (const hash of reads) size += textOf(all, hash)?.length ?? 0
  }
  const into = (html: string): string =>
    html.replace(element, (_element, name: string, inner: string) => {
      const part = found.get(name)
      if (part !== undefined) return part.html.join(nonce)
      const whole = into(inner)
      keep(name, whole)
      return whole
    })
  const outerOf = (client: QueryClient) => {
    const cache = client.getQueryCache()
    const outer = cache instanceof QueriesOfPart ? cache : undefined
    return { outer, all: outer?.all ?? cache }
  }
  return {
    has(name, client) {
      const part = kept.get(name + inputs)
      const { outer, all } = outerOf(client)
      if (part === undefined || [...part.reads].some(([hash, data]) => textOf(all, hash) !== data))
        return false
      // Other data may be handed on here than where it was rendered.
      if (outer?.handedOn.some((hash) => !part.reads.has(hash))) return false
      for (const hash of part.reads.keys()) outer?.noteWithin(hash)
      found.set(name, part)
      return true
    },
    noting(name, client) {
      const { outer, all } = outerOf(client)
      const queryCache = new QueriesOfPart(all, outer)
      rendered.set(name, queryCache)
      return new QueryClient({ queryCache, defaultOptions: client.getDefaultOptions() })
    },
    into,
  }
}
