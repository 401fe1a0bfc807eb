import { expect, test } from 'vitest'
import { renderMarkdown } from '../../domains/content/render-markdown.ts'
import { htmlToMarkdown, plainText } from './html-to-markdown.ts'
import { markdownOf } from './news.ts'

test.each([
  ['<p><b>One</b></p><p><b>Two</b></p>', '<p><strong>One</strong></p>\n<p><strong>Two</strong></p>'],
  ['<h2><b>One</b></h2><p>a <b></b>b</p>', '<h2><strong>One</strong></h2>\n<p>a b</p>'],
  ['<p><b>One </b>two<i> three</i></p>', '<p><strong>One</strong> two <em>three</em></p>'],
  ['<b><p>One</p><p>Two</p></b>', '<p><strong>One</strong></p>\n<p><strong>Two</strong></p>'],
  ['<p><b>One<br></b>two</p>', '<p><strong>One</strong><br />\ntwo</p>'],
  ['<p><b> </b>One<i><br></i></p>', '<p>One</p>'],
  ['<p><b><i>One</i></b> <strong><b>two</b></strong></p>', '<p><strong><em>One</em> two</strong></p>'],
  [
    '<p>See <a href="https://example.org/"> <b>this</b> </a>now</p>',
    '<p>See <a href="https://example.org/"><strong>this</strong></a> now</p>',
  ],
  ['<p>a<a href="https://example.org/"></a>b</p>', '<p>ab</p>'],
  ['<p><code>a  b</code> <code></code><b>c</b></p>', '<p><code>a  b</code> <strong>c</strong></p>'],
  ['<pre><code>one\n\n  two</code></pre>', '<p><code>one</code><br />\n<code>two</code></p>'],
  ['<p>**not bold** ** **</p>', '<p>**not bold** ** **</p>'],
  ['<p>2 <3 and <b>more</b></p>', '<p>2 &lt;3 and <strong>more</strong></p>'],
])('[owner.113] %s keeps its marks around its own words', (html, expected) => {
  const shown = renderMarkdown(htmlToMarkdown(html).markdown).replaceAll(/ (?:rel|target)="[^"]*"/g, '')
  expect(shown.trim()).toBe(expected)
})

// The square of so many steps takes minutes, and a busy machine a few seconds for their number.
const length = 500_000
const filled = (unit: string) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
const inSeconds = <T>(work: () => T): T => {
  const start = performance.now()
  const result = work()
  expect(performance.now() - start).toBeLessThan(20_000)
  return result
}

test.each([
  '<a ',
  '<a "',
  '<a\'"<b"\'',
  '[',
  '[](',
  '\n',
  ' ',
  '<code>  ',
  '<b>',
  '<b> ',
  '<a href="https://example.org/">',
  '<!',
  '<li>',
])('[owner.132] 500,000 characters of %j are converted in time in proportion to their length', (unit) => {
  inSeconds(() => htmlToMarkdown(filled(unit)))
  inSeconds(() => htmlToMarkdown(`<code>${filled(unit)}`))
  inSeconds(() => plainText(filled(unit)))
})

test.each([{ markdown: filled('[') }, { html: `<p>${filled('word ')}</p>` }])(
  '[owner.132] a text that is far longer than a page may be is refused at once',
  (written) => {
    expect(() => inSeconds(() => markdownOf(written, [], 20_000))).toThrow(/^(?:markdown|html): /)
  },
)
