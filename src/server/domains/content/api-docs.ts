import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endpoints } from '../../../contract/endpoints.ts'
import type { Context } from '../../context.ts'
import { limitKeyOfClient } from '../../platform/endpoints.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { openApiDocument } from '../../platform/openapi.ts'
import { remade } from './remade.ts'
import type { ContentStore } from './store.ts'

/** Serves `/api/openapi.json` and `/api/docs`. */
export function serveApiDocs(
  app: FastifyInstance,
  { limits }: Pick<Context, 'limits'>,
  content: Pick<ContentStore, 'site'>,
): void {
  const onRequest = (request: FastifyRequest) => limits.take('general', limitKeyOfClient(request))
  // Built on first use, because converting every schema is expensive. Bytes: measuring and encoding a text of this size
  // for each response would keep everybody else waiting while somebody asks for it a hundred times at once.
  const json = remade((name: string) =>
    Buffer.from(JSON.stringify(openApiDocument(endpoints, name, content.site().publicUrl))),
  )
  const page = remade(docsPage)
  app.get('/api/openapi.json', { onRequest }, async (_request, reply) => {
    const body = json(content.site().name)
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(body)
  })
  app.get('/api/docs', { onRequest }, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      )
      .send(page(content.site().name)),
  )
}

function docsPage(name: string): string {
  const rows = Object.entries(endpoints).flatMap(([feature, table]) =>
    Object.values(table).map(
      (endpoint) =>
        `<tr><td>${escapeHtml(feature)}</td><td><code>${endpoint.method} ${escapeHtml(endpoint.path)}${
          endpoint.aliasPath === undefined ? '' : `<br>${endpoint.method} ${escapeHtml(endpoint.aliasPath)}`
        }</code></td><td>${endpoint.access}</td><td>${escapeHtml(endpoint.summary)}</td></tr>`,
    ),
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>API · ${escapeHtml(name)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1b1712;background:#fff}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #ccc;padding:.5rem;text-align:left;vertical-align:top}
.wide{overflow-x:auto}</style></head>
<body><main><h1>${escapeHtml(name)} API</h1>
<p>Machine-readable: <a href="/api/openapi.json">openapi.json</a>. Every error is
<code>{ error, message, code, fields? }</code>.</p>
<div class="wide" role="region" aria-label="Endpoints" tabindex="0"><table><thead><tr><th>Feature</th><th>Address</th><th>Who</th><th>What</th></tr></thead>
<tbody>${rows.join('')}</tbody></table></div></main></body></html>`
}
