import { createHash } from 'node:crypto'
import type { AppError } from '../../../platform/http/errors.ts'
import { escapeHtml } from '../../../platform/http/escape-html.ts'
import { remade } from '../remade.ts'
import { colours, shownLogo } from './colours.ts'
import { markSvg } from './mark-image.ts'

// No web font, because this page is also sent to clients that flood the site.
const styleOf = () => `
*{box-sizing:border-box}
html{background:${colours.ground};color:${colours.ink};color-scheme:dark;font:1rem/1.6 system-ui,sans-serif}
body{margin:0;min-height:100dvh;display:grid;align-items:center;border-bottom:.5rem solid ${colours.ember}}
main{width:100%;max-width:40rem;margin:0 auto;padding:2.5rem 1.25rem;overflow-wrap:anywhere}
main svg{display:block;width:6rem;height:6rem}
h1{font-size:clamp(2rem,8vw,3rem);line-height:1.1;margin:1.5rem 0 1rem}
p{margin:0 0 1rem;font-size:1.0625rem;color:${colours.inkSoft};max-width:34rem}
a{display:inline-block;margin-top:.5rem;padding:.75rem 2rem;font-weight:700;color:${colours.emberInk};background:${colours.ember};text-decoration:none}
a:hover{background:${colours.emberBright}}
a:focus-visible{outline:2px solid ${colours.ink};outline-offset:3px}
`

/** Not for each page that is refused: made again only in other colours. */
const styled = remade(() => {
  const style = styleOf()
  const hash = createHash('sha256').update(style).digest('base64')
  return {
    style,
    policy: `default-src 'none'; style-src 'sha256-${hash}';${shownLogo() === undefined ? '' : ' img-src data:;'} base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
})

function titleOf({ status, code }: AppError): string {
  if (code === 'too_many_requests') return 'Not so fast'
  return status === 503 ? 'We will be right back' : 'This page could not be shown'
}

/** Self-contained page for browsers in place of a page that is refused. */
export function refusalPage(siteName: string, refusal: AppError): { html: string; policy: string } {
  const title = titleOf(refusal)
  const { style, policy } = styled('')
  const name = escapeHtml(siteName)
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><meta name="theme-color" content="${colours.ground}"><title>${title} · ${name}</title>
<style>${style}</style></head>
<body><main>${markSvg('aria-hidden="true"')}
<h1>${title}</h1>
<p>${escapeHtml(refusal.message)}</p>
${refusal.status === 400 ? '<a href="/">Go home</a>' : `<p>Please come back to ${name} in a moment.</p>\n<a href="">Try again</a>`}</main></body></html>
`
  return { html, policy }
}
