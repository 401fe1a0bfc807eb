import { expect, test } from 'vitest'
import { scriptsAfterPaint } from './scripts-after-paint.ts'

const page = (body: string, head = '') =>
  `<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`
const preload = '<link rel="modulepreload" href="/assets/a.js" nonce="n1"/>'
const state = '<script nonce="n1">window.state = {}</script>'
const module = '<script nonce="n1" type="module" async="">import "/assets/a.js"</script>'

test('no link and no script of the document asks for a module before the page was painted', () => {
  const html = scriptsAfterPaint(page(state + module, preload), 'n1')
  expect(html).not.toContain('<link rel="modulepreload"')
  expect(html).not.toMatch(/<script [^>]*type="module"/)
  expect(html).toContain('<link rel="later" href="/assets/a.js"/>')
  expect(html).toContain('<script nonce="n1" type="later" async="">import "/assets/a.js"</script>')
})

test('what begins them carries the nonce of the page and stands at its end', () => {
  expect(scriptsAfterPaint(page(state + module, preload), 'n1')).toMatch(
    /<script nonce="n1">\(\(\) => \{[^<]*\}\)\(\)<\/script><\/body><\/html>$/,
  )
})

test('the words of the page stay as they were', () => {
  const words = page('<p>&lt;/body&gt; type="module" &lt;script nonce="n1" type="module"&gt;</p>')
  expect(scriptsAfterPaint(words, 'n1').startsWith(words.slice(0, -'</body></html>'.length))).toBe(true)
})
