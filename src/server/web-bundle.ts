import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RequestHandler, RouterContextProvider, ServerBuild } from 'react-router'
import type { PageRequest } from '../contract/content/site.ts'
import { ownValue } from '../contract/own-value.ts'
import type { DevelopmentMiddleware, RenderPage } from './platform/http/pages.ts'
import type { PageTexts } from './platform/languages/languages.ts'

// The web build enables this flag; it determines the type of a request's context.
declare module 'react-router' {
  interface Future {
    v8_middleware: true
  }
}

/** Exports of the web side's server entry besides React Router's own. */
interface WebEntry {
  readonly contextFor: (page: PageRequest) => RouterContextProvider
  readonly requestHandlerOf: (build: ServerBuild, mode: 'production' | 'development') => RequestHandler
}

/** Creates the page renderer of a React Router build. */
export function rendererOf(build: ServerBuild, mode: 'production' | 'development'): RenderPage {
  const entry = build.entry.module as unknown as WebEntry
  const handle = entry.requestHandlerOf(build, mode)
  return (request, page) => handle(request, entry.contextFor(page))
}

export interface WebBundle {
  readonly render: RenderPage
  /** Undefined in development. */
  readonly pageTexts?: PageTexts
  /** Built assets; undefined where `middleware` serves sources. */
  readonly assetsDir?: string
  /** Development only: serves sources, before pages and the API. */
  readonly middleware?: DevelopmentMiddleware
}

/** Loads the built web side. @throws when it was not built */
export async function loadWebBundle(rootDir: string): Promise<WebBundle> {
  const file = join(rootDir, 'build/web/server/index.js')
  if (!existsSync(file)) throw new Error('The web side is not built: run npm run build')
  const build = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as ServerBuild
  return {
    render: rendererOf(build, 'production'),
    pageTexts: pageTextsOf(build, readFileSync(join(rootDir, 'build/web/page-texts.json'), 'utf8')),
    assetsDir: join(rootDir, 'build/web/client'),
  }
}

/** The texts of a page come from its route, its layouts and the entry. */
function pageTextsOf({ routes }: ServerBuild, written: string): PageTexts {
  const byRoute = new Map<string, readonly string[]>(Object.entries(JSON.parse(written)))
  const upTo = (id: string | undefined): NonNullable<(typeof routes)[string]>[] => {
    const route = ownValue(routes, id ?? '')
    return route === undefined ? [] : [...upTo(route.parentId), route]
  }
  const byPattern = new Map<string, readonly string[]>()
  for (const { id, index, path } of Object.values(routes).flatMap((route) => route ?? [])) {
    if (!index && !path) continue
    const around = upTo(id)
    const ids = ['entry.client', ...around.map((one) => one.id)].flatMap((one) => byRoute.get(one) ?? [])
    byPattern.set(around.flatMap((one) => one.path || []).join('/') || '/', [...new Set(ids)])
  }
  return {
    revision: createHash('sha256').update(written).digest('hex'),
    of: (pattern) => byPattern.get(pattern),
  }
}
