import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import type { Context } from '../../context.ts'
import { limitKeyOfClient } from '../../platform/http/endpoints.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import { openApiDocument } from '../../platform/http/openapi.ts'
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
  const json = remade((_nameAndAddress: string) => {
    const { name, publicUrl } = content.site()
    return Buffer.from(JSON.stringify(openApiDocument(endpoints, name, publicUrl)))
  })
  const page = remade((_nameAndAddress: string) => docsPage(content.site()))
  app.get('/api/openapi.json', { onRequest }, async (_request, reply) => {
    const { name, publicUrl } = content.site()
    const body = json(`${publicUrl} ${name}`)
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
      .send(page(`${content.site().publicUrl} ${content.site().name}`)),
  )
}

/** One row per call, as HTML. */
const rowOf = (feature: string, { method, path, aliasPath, access, summary, scope }: AnyEndpoint) =>
  `<tr><td>${escapeHtml(feature)}</td><td><code>${method} ${escapeHtml(path)}${
    aliasPath === undefined ? '' : `<br>${method} ${escapeHtml(aliasPath)}`
  }</code></td><td>${access}${
    scope === undefined ? '' : `, or a key with <code>${scope}</code>`
  }</td><td>${escapeHtml(summary)}</td></tr>`

/** A stable call with an example that can be opened or pasted into a terminal. */
function stableItem(publicUrl: string, { method, path, summary, stable, deprecated }: AnyEndpoint): string {
  const example = stable?.example ?? path
  const quoted = `'${publicUrl}${example}'`
  const ends = deprecated === undefined ? '' : ` <strong>Ends on ${escapeHtml(deprecated.until)}.</strong>`
  return `<li><h3><code>${method} ${escapeHtml(path)}</code></h3><p>${escapeHtml(summary)}.${ends}</p>
<pre><code>curl --compressed ${escapeHtml(quoted)}</code></pre>
<p><a href="${escapeHtml(example)}">Try it</a></p></li>`
}

function docsPage({ name, publicUrl }: { readonly name: string; readonly publicUrl: string }): string {
  const all = Object.entries(endpoints).flatMap(([feature, table]) =>
    Object.values(table).map((endpoint: AnyEndpoint) => [feature, endpoint] as const),
  )
  const stable = all.filter(([, endpoint]) => endpoint.stable !== undefined)
  const others = all.filter(([, endpoint]) => endpoint.stable === undefined)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>API · ${escapeHtml(name)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1b1712;background:#fff}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #ccc;padding:.5rem;text-align:left;vertical-align:top}
ul{list-style:none;padding:0}li{border-bottom:1px solid #ccc;padding:.5rem 0}h3{font-size:1rem;margin:.5rem 0 0}li p{margin:.25rem 0}
pre{background:#f4f1ec;padding:.5rem .75rem;margin:.25rem 0;white-space:pre-wrap;overflow-wrap:anywhere}a{color:#8a3d00}.wide{overflow-x:auto}</style></head>
<body><main><h1>${escapeHtml(name)} API</h1>
<p>Machine-readable: <a href="/api/openapi.json">openapi.json</a>. Every error is
<code>{ error, message, code, fields? }</code>.</p>
<h2>Stable calls</h2>
<p>They only grow: a field that goes is announced six months ahead, in the changelog and by the headers
<code>Deprecation</code> and <code>Sunset</code>. Without a key an address may make 60 of them a minute, with one 600:
members make keys on <a href="/profile">their profile</a>. Send it as <code>Authorization: Bearer vxk_…</code>;
<code>RateLimit</code> says what is left.</p>
<ul>${stable.map(([, endpoint]) => stableItem(publicUrl, endpoint)).join('')}</ul>
<h2>Other calls</h2>
<p>The site uses them itself, and they change without notice.</p>
<div class="wide" role="region" aria-label="Endpoints" tabindex="0"><table><thead><tr><th>Feature</th><th>Address</th><th>Who</th><th>What</th></tr></thead>
<tbody>${others.map(([feature, endpoint]) => rowOf(feature, endpoint)).join('')}</tbody></table></div></main></body></html>`
}
