import { micromark } from 'micromark'
import { markdownProblem } from '../../../contract/news/markdown-problem.ts'
import { BoundedMap } from '../../platform/bounded-map.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'
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

/** A text as HTML, and why it is none. */
interface Rendered {
  readonly html: string
  /** Rendering it would take too long, so it is shown as it is written. */
  readonly problem?: string
}

const asWritten = (text: string) =>
  text
    .trim()
    .split(/\n(?:[\t ]*\n)+/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>\n')}</p>\n`)
    .join('')

/** Renders what may be rendered (`markdownProblem`), once: all pages are read again with each change of a setting. */
export function boundedHtml(render: (markdown: string) => string): (markdown: string) => Rendered {
  const cached = new BoundedMap<Rendered>(8 * 1024 * 1024, ({ html }) => html.length)
  return (markdown) => {
    const problem = cached.get(markdown) === undefined ? markdownProblem(markdown) : undefined
    const rendered =
      cached.get(markdown) ??
      (problem === undefined ? { html: render(markdown) } : { html: asWritten(markdown), problem })
    cached.set(markdown, rendered)
    return rendered
  }
}
