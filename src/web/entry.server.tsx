import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import type { PageRequest } from '../contract/content/site.ts'
import type { CatalogueMessages } from '../contract/languages.ts'
import { ownValue } from '../contract/own-value.ts'
import { partsOf } from './kept-parts.ts'
import { PartsContext } from './platform/kept-part.tsx'
import { pageContext } from './platform/navigation/page-context.ts'
import { addCatalogue, catalogues, TranslationProvider } from './platform/translation.tsx'

/** More than are offered at once: what is beyond is of languages that were withdrawn. */
const maxCatalogues = 250

function rememberCatalogue(address: string, messages: CatalogueMessages): void {
  // The newest is the last.
  catalogues.delete(address)
  addCatalogue(address, messages)
  for (const oldest of catalogues.keys())
    if (catalogues.size > maxCatalogues) catalogues.delete(oldest)
    else break
}

/** How the server hands a document request to the routes. */
export function contextFor(page: PageRequest): RouterContextProvider {
  const { language } = page.site
  if (language?.catalogue !== undefined) rememberCatalogue(language.catalogue, page.messages ?? {})
  const context = new RouterContextProvider()
  context.set(pageContext, page)
  return context
}

/** Made here, so that handler, routes and context come from one React Router: the one of this bundle. */
export const requestHandlerOf = (build: ServerBuild, mode: 'production' | 'development') =>
  createRequestHandler(build, mode)

const renderMs = 5_000

/** The server reads the text of a response. A body would turn it into a stream first, and back into text. */
class DocumentResponse extends Response {
  constructor(
    private readonly html: string,
    init: ResponseInit,
  ) {
    super(null, init)
  }

  override async text() {
    return this.html
  }
}

/** Hands all that is written over at its end, as text. */
function collected(done: (text: string) => void): Writable {
  const pieces: Buffer[] = []
  return new Writable({
    write(piece: Buffer, _encoding, next) {
      pieces.push(piece)
      next()
    },
    final(next) {
      done(Buffer.concat(pieces).toString())
      next()
    },
  })
}

/**
 * Preloads only the entry, the manifest and the routes' own modules. Browsers give every preload a high priority, so
 * what those modules import would compete with styles, fonts and pictures.
 */
function withFewPreloads(context: EntryContext): EntryContext {
  const { entry, routes: all, ...manifest } = context.manifest
  // Nothing is rendered of other routes, and React Router would make an object of each.
  const matched = context.staticHandlerContext.matches.map(({ route: { id } }) => {
    const route = ownValue(all, id)
    return [id, route && { ...route, imports: [] }]
  })
  const routes: typeof all = Object.fromEntries(matched)
  return { ...context, manifest: { ...manifest, entry: { ...entry, imports: [] }, routes } }
}

/** Renders the whole document before a byte is sent: its status is then true, and it can be kept. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, site, viewer } = context.get(pageContext)
  const { loaderData, errors } = routerContext.staticHandlerContext
  const parts = viewer === null || errors !== null ? null : partsOf(request.url, loaderData)
  let timer: NodeJS.Timeout | undefined
  const rendered = new Promise<string>((resolve, reject) => {
    let failure: unknown
    const { pipe, abort } = renderToPipeableStream(
      <TranslationProvider language={site.language}>
        <PartsContext value={parts}>
          <ServerRouter context={withFewPreloads(routerContext)} url={request.url} nonce={nonce} />
        </PartsContext>
      </TranslationProvider>,
      {
        nonce,
        // All of it is sent at once: nothing is moved behind the page, for a script to put it back.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          pipe(collected(resolve))
        },
        onShellError: reject,
        onError(error) {
          failure = error
        },
      },
    )
    timer = setTimeout(() => {
      abort()
      reject(failure ?? new Error('rendering took too long'))
    }, renderMs)
    timer.unref()
  })
  // A timer that went on running would hold on to all that was rendered.
  const html = await rendered.finally(() => clearTimeout(timer))
  headers.set('content-type', 'text/html; charset=utf-8')
  return new DocumentResponse(parts?.into(html) ?? html, { status, headers })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  // No such page, or not with this method. The response says so, and nothing failed.
  if (isRouteErrorResponse(error) && error.status < 500) return
  context.get(pageContext).reportError(error)
}
