import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { msg } from '@lingui/core/macro'
import { micromark } from 'micromark'
import * as z from 'zod/mini'
import type { MarkdownText } from '../../../contract/content/content-schemas.ts'
import { type LegalPage, legalPageNames, legalPages } from '../../../contract/content/legal.ts'
import { ownValue } from '../../../contract/own-value.ts'
import { sentence } from '../../../contract/sentences.ts'
import { isStorableText } from '../../../contract/text.ts'
import type { Config } from '../../config.ts'
import { defaultMessage } from './issue-message.ts'
import { linkAddresses } from './link-addresses.ts'
import { type ContentProblem, fieldProblem, unrenderedProblem } from './problem.ts'
import { readContentFile } from './read-content-file.ts'
import { boundedHtml } from './render-markdown.ts'
import type { SavedSettings } from './settings/state.ts'
import { isShippedFile } from './shipped-files.ts'
import { type Placeholders, withServerAddress } from './yaml-file.ts'

export type MarkdownPage = LegalPage | 'handbook'

/** With the language that each is in. */
export type MarkdownPages = Readonly<Record<MarkdownPage, Required<MarkdownText>>>

const pageNames: readonly MarkdownPage[] = [...legalPageNames, 'handbook']

export const markdownFiles = pageNames.map((page) => `${page}.md`)

/** Title of the file; undefined where the page has its own. */
const titleOf = (page: MarkdownPage) => (page === 'handbook' ? undefined : legalPages[page])

const maxChars = 100_000

export type MarkdownTexts = Readonly<Record<MarkdownPage, string>>

/** Reads the Markdown pages. One that the folder lacks is the shipped one, because folders of older releases have none. */
export async function readMarkdownTexts({
  contentDir,
  shippedContentDir,
}: Pick<Config, 'contentDir' | 'shippedContentDir'>): Promise<{
  readonly texts: MarkdownTexts
  readonly problems: readonly ContentProblem[]
}> {
  const texts: Partial<Record<MarkdownPage, string>> = {}
  const problems: ContentProblem[] = []
  for (const page of pageNames) {
    const file = join(contentDir, `${page}.md`)
    const read = await readContentFile(existsSync(file) ? file : join(shippedContentDir, `${page}.md`))
    if (typeof read === 'string') texts[page] = read
    else problems.push(read)
  }
  return { texts: texts as MarkdownTexts, problems }
}

const maxLengthWords = sentence(msg`must be 100,000 characters or less`)

const page = z
  .string({ error: sentence(msg`must be text`) })
  .check(z.maxLength(maxChars, { error: maxLengthWords }))

/** The legal pages as one setting, and the handbook as another. */
export const markdownSchemas = {
  legal: z.strictObject({ privacy: page, terms: page, cookies: page }),
  handbook: z.strictObject({ text: page }),
} as const

type MarkdownScope = keyof typeof markdownSchemas

const scopeOf = (page: MarkdownPage): MarkdownScope => (page === 'handbook' ? 'handbook' : 'legal')
const keyOf = (page: MarkdownPage) => (page === 'handbook' ? 'text' : page)

/** The texts that were saved of a scope, or why they are none. */
function savedTexts(scope: MarkdownScope, saved: SavedSettings) {
  const value = saved.get(scope)
  if (value == null) return {}
  const { data, error } = markdownSchemas[scope].safeParse(value, { error: defaultMessage })
  const [issue] = error?.issues ?? []
  if (issue === undefined) return { texts: data as Readonly<Record<string, string>> }
  const field = issue.path.join('.')
  return { problem: { file: scope, line: undefined, field, ...fieldProblem(field, issue.message) } }
}

/** Pages and settings of the texts, of which what was saved in the browser replaces those that the operator left alone. */
export function markdownOf(
  { contentDir, languages }: Pick<Config, 'contentDir' | 'languages'>,
  texts: MarkdownTexts,
  placeholders: Placeholders,
  saved: SavedSettings,
) {
  const pages: Partial<Record<MarkdownPage, Required<MarkdownText>>> = {}
  const problems: ContentProblem[] = []
  const unrendered: ContentProblem[] = []
  const values: Partial<Record<MarkdownPage, string>> = {}
  const locked: Record<string, string> = {}
  const own = { legal: savedTexts('legal', saved), handbook: savedTexts('handbook', saved) }
  const problemOf: { -readonly [Scope in MarkdownScope]?: ContentProblem | undefined } = {
    legal: own.legal.problem,
    handbook: own.handbook.problem,
  }
  for (const page of pageNames) {
    const file = join(contentDir, `${page}.md`)
    const shipped = texts[page]
    const found = problemsOf(page, file, shipped, placeholders)
    problems.push(...found)
    if (found.length > 0) continue
    let used = shipped
    if (!isShippedFile(`${page}.md`, shipped)) locked[page] = file
    else {
      const text = own[scopeOf(page)].texts?.[keyOf(page)]
      const [wrong] = text === undefined ? [] : problemsOf(page, page, text, placeholders)
      if (wrong !== undefined) problemOf[scopeOf(page)] ??= { ...wrong, field: keyOf(page) }
      else if (text !== undefined) used = text
    }
    values[page] = used
    // The operator writes in the language of the site.
    const language = used === shipped && locked[page] === undefined ? shippedLanguage : languages[0]
    const { html, problem } = htmlOf(used, placeholders)
    if (problem !== undefined)
      unrendered.push(
        used === shipped
          ? unrenderedProblem(file, undefined, problem)
          : unrenderedProblem(scopeOf(page), keyOf(page), problem),
      )
    pages[page] = { html, language: language ?? shippedLanguage }
  }
  const { handbook: handbookFile, ...legalFiles } = locked
  const { handbook, ...legal } = values
  const settings = {
    legal: {
      value: legal,
      shape: markdownSchemas.legal,
      isSaved: saved.get('legal') != null && problemOf.legal === undefined,
      ...(Object.keys(legalFiles).length > 0 && { locked: legalFiles }),
      ...(problemOf.legal !== undefined && { problem: problemOf.legal }),
    },
    handbook: {
      value: { text: handbook },
      shape: markdownSchemas.handbook,
      isSaved: saved.get('handbook') != null && problemOf.handbook === undefined,
      ...(handbookFile !== undefined && { lockedBy: handbookFile }),
      ...(problemOf.handbook !== undefined && { problem: problemOf.handbook }),
    },
  }
  return { pages, problems, settings, unrendered }
}

/** What the release has its texts in. */
const shippedLanguage = 'en'

const rendered = boundedHtml((markdown) => linkAddresses(micromark(markdown)))

const htmlOf = (markdown: string, placeholders: Placeholders) => rendered(filled(markdown, placeholders))

/** A page that the operator wrote in another language. What is filled in are names: sentences would be English. */
export function markdownIn(
  { tag, page, file, text }: { tag: string; page: MarkdownPage; file: string; text: string },
  placeholders: Placeholders,
): { readonly value: Required<MarkdownText> } | { readonly problems: readonly ContentProblem[] } {
  const problems = problemsOf(page, file, text, placeholders)
  if (problems.length > 0) return { problems }
  const { html, problem } = htmlOf(text, placeholders)
  if (problem !== undefined) return { problems: [unrenderedProblem(file, undefined, problem)] }
  return { value: { html, language: tag } }
}

export const isMarkdownPage = (name: string): name is MarkdownPage =>
  (pageNames as readonly string[]).includes(name)

const placeholder = /\{([A-Za-z]*)\}/g

const filled = (markdown: string, placeholders: Placeholders) =>
  withServerAddress(markdown, placeholders).replace(
    placeholder,
    (whole, name: string) => ownValue(placeholders, name) ?? whole,
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
    const report = (reason: string) => problems.push({ file, line: at + 1, reason })
    if (!isStorableText(line)) report('This line holds characters that are no text: remove them.')
    if (/^#\s/.test(line) && (at > 0 || title === undefined))
      report('The page has a title already: begin headings with ##.')
    for (const [whole, name = ''] of line.matchAll(placeholder))
      if (!Object.hasOwn(placeholders, name)) {
        const known = Object.keys(placeholders).map((one) => `{${one}}`)
        report(
          `This line holds ${whole}, which stands for nothing: what is filled in is ${known.join(', ')}.`,
        )
      }
  }
  return problems
}
