import { micromark } from 'micromark'
import { BoundedMap } from '../../platform/bounded-map.ts'
import { linkAddresses } from './link-addresses.ts'

/**
 * Raw HTML is text. Underlined headings take micromark many seconds. Pictures would make browsers ask foreign hosts, and
 * the page's only first heading is its title.
 */
const disabled = ['htmlFlow', 'htmlText', 'setextUnderline', 'codeIndented', 'definition', 'labelStartImage']

/** Renders Markdown that passed `markdownProblem`. Links lead only to web and mail addresses. */
export const renderMarkdown = (markdown: string) =>
  linkAddresses(micromark(markdown, { extensions: [{ disable: { null: disabled } }] }))
    .replace(/(<\/?h)1>/g, '$12>')
    // The word behind the fence may hold encoded spaces, and so any class of the site: a text that covers the page.
    .replace(/<code class="[^"]*">/g, '<code>')

/**
 * Caches what `render` returns. All pages are read again with each change of a setting, and rendering a long one takes a
 * fraction of a second.
 */
export function cachedHtml(render: (markdown: string) => string): (markdown: string) => string {
  const rendered = new BoundedMap<string>(8 * 1024 * 1024, (html) => html.length)
  return (markdown) => {
    const html = rendered.get(markdown) ?? render(markdown)
    rendered.set(markdown, html)
    return html
  }
}
