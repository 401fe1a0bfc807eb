import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { msg } from '@lingui/core/macro'
import type { Message } from '../../../../contract/languages.ts'
import { escapeHtml } from '../../../platform/http/escape-html.ts'
import type { Say } from '../../../platform/languages/say.ts'
import { colours } from './colours.ts'
import { markSvg } from './mark-image.ts'

const styleOf = (font: string) => `
@font-face{font-family:Display;src:url(data:font/woff;base64,${font}) format("woff")}
*{box-sizing:border-box}
html{background:${colours.ground};color:${colours.ink};color-scheme:dark;font:1rem/1.6 system-ui,sans-serif}
body{margin:0;min-height:100dvh;display:grid;align-items:center;border-bottom:.5rem solid ${colours.ember}}
main{width:100%;max-width:40rem;margin:0 auto;padding:2.5rem 1.25rem;overflow-wrap:anywhere}
main svg{display:block;width:8rem;height:8rem;opacity:.5;filter:grayscale(1)}
h1{font:400 clamp(2.75rem,12vw,4.5rem)/.95 Display,system-ui,sans-serif;margin:1.75rem 0 1rem}
p{margin:0 0 1rem;font-size:1.0625rem;color:${colours.inkSoft};max-width:34rem}
button{margin-top:.75rem;min-height:3.25rem;padding:.5rem 2.25rem .75rem;border:0;font:400 1.75rem/1 Display,system-ui,sans-serif;
color:${colours.emberInk};background:linear-gradient(${colours.ember} 0 calc(100% - 4px),${colours.faceEdge} 0);cursor:pointer;
clip-path:polygon(0 4px,4px 4px,4px 0,calc(100% - 4px) 0,calc(100% - 4px) 4px,100% 4px,100% calc(100% - 4px),calc(100% - 4px) calc(100% - 4px),calc(100% - 4px) 100%,4px 100%,4px calc(100% - 4px),0 calc(100% - 4px))}
button:hover{filter:brightness(1.1)}
button:focus-visible{outline:2px solid ${colours.emberInk};outline-offset:-5px}
`

/**
 * A reload requests the original page again. Browsers may report `online` while the site is unreachable, before the
 * network works, or never, so the text does not blame the visitor's connection alone and the page polls.
 */
const script = `
const standsIn = location.pathname !== '/offline'
const retry = () => standsIn ? location.reload() : location.replace('/')
document.querySelector('button').addEventListener('click', retry)
addEventListener('online', retry)
if (standsIn && navigator.onLine) {
  for (const part of document.querySelectorAll('[data-unsure]')) part.textContent = part.dataset.unsure
}
const answers = () => self.fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(4000) }).then(({ ok }) => ok, () => false)
const watch = async () => await answers() ? retry() : setTimeout(watch, 4000)
if (standsIn) setTimeout(watch, 4000)
`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export interface PageLanguage {
  readonly tag: string
  readonly dir: 'ltr' | 'rtl'
  readonly say: Say
}

export interface OfflinePage {
  readonly html: string
  readonly policy: string
  /** Changes with the page's content. */
  readonly version: string
}

/** Offline page of the service worker: a self-contained document without nonce. */
export function offlinePage(siteName: string, { tag, dir, say }: PageLanguage): OfflinePage {
  const text = (message: Message) => escapeHtml(say(message))
  const file = createRequire(import.meta.url).resolve(
    '@fontsource/jersey-10/files/jersey-10-latin-400-normal.woff',
  )
  const style = styleOf(readFileSync(file).toString('base64'))
  const name = escapeHtml(siteName)
  const html = `<!doctype html>
<html lang="${tag}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><meta name="theme-color" content="${colours.ground}"><title>${text(msg`Offline`)} · ${name}</title>
<link rel="icon" href="data:image/svg+xml;base64,${Buffer.from(markSvg()).toString('base64')}">
<style>${style}</style></head>
<body><main>${markSvg('aria-hidden="true"')}
<h1 data-unsure="${text(msg`You are offline, or we are`)}">${text(msg`You are offline`)}</h1>
<p data-unsure="${text(msg`${{ site: siteName }} did not answer: this device has lost its way to the internet, or the site is down.`)}">${text(msg`${{ site: siteName }} cannot be reached without a connection.`)}</p>
<p>${text(msg`Until that is over nothing here works, and no old page is shown in place of this one. As soon as your device is back online the page loads by itself.`)}</p>
<button type="button">${text(msg`Retry`)}</button></main>
<script>${script}</script></body></html>
`
  return {
    html,
    policy: `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; connect-src 'self'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    version: createHash('sha256').update(html).digest('hex').slice(0, 16),
  }
}
