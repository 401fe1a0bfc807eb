import { webAddresses } from '../../../contract/content/web-addresses.ts'
import { ownValue } from '../../../contract/own-value.ts'

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

const decoded = (text: string) =>
  text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ownValue(entities, entity) ?? entity)

const encoded = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (char) => ownValue({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }, char) ?? char,
  )

const linked = (text: string) =>
  webAddresses(decoded(text))
    .map((piece) =>
      piece.href === undefined
        ? encoded(piece.text)
        : `<a href="${encoded(piece.href)}">${encoded(piece.text)}</a>`,
    )
    .join('')

/**
 * Links the web addresses in the text of HTML that micromark made, as those of posts are linked. Code and the words of
 * links stay: micromark escapes these four characters in text and attributes, so that every `<` begins a tag.
 */
export function linkAddresses(html: string): string {
  let unlinkedElements = 0
  return html
    .split(/(<[^>]*>)/)
    .map((part) => {
      if (/^<(?:a|code)[ >]/.test(part)) unlinkedElements++
      else if (/^<\/(?:a|code)>/.test(part)) unlinkedElements--
      else if (!part.startsWith('<') && unlinkedElements === 0) return linked(part)
      return part
    })
    .join('')
}
