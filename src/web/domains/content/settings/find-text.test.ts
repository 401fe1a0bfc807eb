import { expect, test } from 'vitest'
import { findText } from './find-text.ts'

const page = () => {
  const root = document.createElement('div')
  root.innerHTML =
    '<h1>Rules of <!-- -->Isles</h1><div><p>Be <b>kind</b> to\n everybody (always).</p><p>Bold: <b>no cheats</b> here</p></div>'
  return root
}
const foundIn = (text: string) => findText(page(), text)?.outerHTML

test.each([
  ['Rules of {site}', '<h1>Rules of <!-- -->Isles</h1>'],
  ['kind to everybody (always).', '<p>Be <b>kind</b> to\n everybody (always).</p>'],
  ['kind', '<b>kind</b>'],
  ['{if: shop}No such words{else}kind{end}', '<b>kind</b>'],
  ['\n## Bold: **no cheats**', '<p>Bold: <b>no cheats</b> here</p>'],
])('the smallest element with %j', (text, html) => expect(foundIn(text)).toBe(html))

test.each(['', '  ', 'x', '***', 'not there', 'kind.to'])('nothing for %j', (text) =>
  expect(foundIn(text)).toBeUndefined(),
)
