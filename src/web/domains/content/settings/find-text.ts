/** The part of a field's text that a page shows in one piece: the first line with letters, up to Markdown's signs. */
function soughtIn(text: string): string {
  const line = text.split('\n').find((one) => /[\p{L}\p{N}]/u.test(one)) ?? ''
  const plain = line.replace(/^[\s#>*+-]+/, '')
  return (plain.split(/[*_[\]`]/)[0] ?? '').trim().slice(0, 60)
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * The smallest element below another one whose text holds that of a field, with anything in the place of `{site}`. Of a
 * text with conditions (`{if: shop}…{else}…{end}`) it holds one of the parts.
 */
export function findText(root: Element, text: string): (Element & ElementCSSInlineStyle) | undefined {
  for (const part of text.split(/\{(?:if: [^}]*|else|end)\}/)) {
    const found = findPart(root, part)
    if (found !== undefined) return found
  }
  return undefined
}

function findPart(root: Element, text: string): (Element & ElementCSSInlineStyle) | undefined {
  const sought = soughtIn(text)
  if (sought.length < 2) return undefined
  const parts = sought.split(/\{[A-Za-z]*\}/).map((part) => escaped(part).replace(/\s+/g, '\\s+'))
  const pattern = new RegExp(parts.join('.+?'), 'u')
  const holds = (element: Element) => pattern.test(element.textContent)
  let found: Element | undefined = holds(root) ? root : undefined
  for (let next = found; next !== undefined; next = [...next.children].find(holds)) found = next
  return found as (Element & ElementCSSInlineStyle) | undefined
}
