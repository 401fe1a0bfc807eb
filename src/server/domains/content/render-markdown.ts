import { micromark } from 'micromark'
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
