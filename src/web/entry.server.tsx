import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  type HandleErrorFunction,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import type { PageRequest } from '../contract/site.ts'
import { pageContext } from './platform/page-context.ts'
import { scriptsAfterPaint } from './platform/scripts-after-paint.ts'

/** How the server hands a document request to the routes. */
export function contextFor(page: PageRequest): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(pageContext, page)
  return context
}

/** Made here, so that handler, routes and context come from one React Router: the one of this bundle. */
export const requestHandlerOf = (build: ServerBuild, mode: 'production' | 'development') =>
  createRequestHandler(build, mode)

const renderMs = 5_000

/** Renders the whole document before a byte is sent: its status is then true, and it can be kept. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce } = context.get(pageContext)
  const body = await new Promise<string>((resolve, reject) => {
    let failure: unknown
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        onAllReady() {
          const stream = new PassThrough()
          text(stream).then(resolve, reject)
          pipe(stream)
        },
        onShellError: reject,
        onError(error) {
          failure = error
        },
      },
    )
    const timer = setTimeout(() => {
      abort()
      reject(failure ?? new Error('rendering took too long'))
    }, renderMs)
    timer.unref()
  })
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(import.meta.env.PROD ? scriptsAfterPaint(body, nonce) : body, { status, headers })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  context.get(pageContext).reportError(error)
}
