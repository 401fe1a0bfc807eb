import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { micromark } from 'micromark'
import type { MarkdownText } from '../../../contract/content/content-schemas.ts'
import { type LegalPage, legalPageNames, legalPages } from '../../../contract/content/legal.ts'
import { isStorableText } from '../../../contract/text.ts'
import type { Config } from '../../config.ts'
import { linkAddresses } from './link-addresses.ts'
import { ContentError, type ContentProblem } from './problem.ts'
import { type Placeholders, withServerAddress } from './yaml-file.ts'

type MarkdownPage = LegalPage | 'handbook'

export type MarkdownPages = Readonly<Record<MarkdownPage, MarkdownText>>

const pageNames: readonly MarkdownPage[] = [...legalPageNames, 'handbook']

export const markdownFiles = pageNames.map((page) => `${page}.md`)

/** Title of the file; undefined where the page has its own. */
const titleOf = (page: MarkdownPage) => (page === 'handbook' ? undefined : legalPages[page])

const maxChars = 100_000

/**
 * Reads the Markdown pages. One that the folder lacks is the shipped one, because folders of older releases have none.
 * @throws {ContentError} with every problem of every file
 */
export async function readMarkdownPages(
  { contentDir, shippedContentDir }: Pick<Config, 'contentDir' | 'shippedContentDir'>,
  placeholders: Placeholders,
): Promise<MarkdownPages> {
  const texts: Partial<Record<MarkdownPage, MarkdownText>> = {}
  const problems: ContentProblem[] = []
  for (const page of pageNames) {
    const file = join(contentDir, `${page}.md`)
    const markdown = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return readFile(join(shippedContentDir, `${page}.md`), 'utf8')
      problems.push({
        file,
        line: undefined,
        reason: `The file cannot be read (${error.code}): check its owner and rights.`,
      })
      return undefined
    })
    if (markdown === undefined) continue
    const found = problemsOf(page, file, markdown, placeholders)
    problems.push(...found)
    if (found.length === 0) texts[page] = { html: linkAddresses(micromark(filled(markdown, placeholders))) }
  }
  if (problems.length > 0) throw new ContentError(problems)
  return texts as MarkdownPages
}

const placeholder = /\{([A-Za-z]*)\}/g

const filled = (markdown: string, placeholders: Placeholders) =>
  withServerAddress(markdown, placeholders).replace(
    placeholder,
    (whole, name: string) => placeholders[name] ?? whole,
  )

function problemsOf(
  page: MarkdownPage,
  file: string,
  markdown: string,
  placeholders: Placeholders,
): ContentProblem[] {
  if (markdown.length > maxChars)
    return [{ file, line: undefined, reason: 'The file is larger than 100,000 characters: make it shorter.' }]
  const problems: ContentProblem[] = []
  const title = titleOf(page)
  if (title !== undefined && !/^# \S/.test(markdown))
    problems.push({ file, line: 1, reason: `The file must begin with its title: # ${title}.` })
  for (const [at, line] of markdown.split('\n').entries()) {
    const tell = (reason: string) => problems.push({ file, line: at + 1, reason })
    if (!isStorableText(line)) tell('This line holds characters that are no text: remove them.')
    if (/^#\s/.test(line) && (at > 0 || title === undefined))
      tell('The page has a title already: begin headings with ##.')
    for (const [whole, name = ''] of line.matchAll(placeholder))
      if (placeholders[name] === undefined) {
        const known = Object.keys(placeholders).map((one) => `{${one}}`)
        tell(`This line holds ${whole}, which stands for nothing: what is filled in is ${known.join(', ')}.`)
      }
  }
  return problems
}
