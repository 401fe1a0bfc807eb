import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { micromark } from 'micromark'
import type { MarkdownText } from '../../../contract/content/content-schemas.ts'
import { type LegalPage, legalPageNames, legalPages } from '../../../contract/content/legal.ts'
import type { FixedScope } from '../../../contract/content/settings.ts'
import { settingValues } from '../../../contract/content/settings-schemas.ts'
import { ownValue } from '../../../contract/own-value.ts'
import { textOf } from '../../../contract/sentences.ts'
import { isStorableText } from '../../../contract/text.ts'
import type { Config } from '../../config.ts'
import { defaultMessage } from './issue-message.ts'
import { linkAddresses } from './link-addresses.ts'
import { type ContentProblem, fieldProblem, unrenderedProblem } from './problem.ts'
import { readContentFile } from './read-content-file.ts'
import { boundedHtml } from './render-markdown.ts'
import { type SavedSettings, type SettingState, settingState } from './settings/state.ts'
import { isNewestFile, isShippedFile } from './shipped-files.ts'
import { type Placeholders, withServerAddress } from './yaml-file.ts'

export type MarkdownPage = LegalPage | 'handbook'

/** The page behind each key of a setting. */
const settingFiles = {
  legal: Object.fromEntries(legalPageNames.map((page) => [page, page])) as {
    readonly [Page in LegalPage]: Page
  },
  handbook: { text: 'handbook' },
} as const satisfies Readonly<Partial<Record<FixedScope, Readonly<Record<string, MarkdownPage>>>>>

type MarkdownScope = keyof typeof settingFiles
type MarkdownKey = LegalPage | 'text'

interface PageText extends Required<MarkdownText> {
  /** As this release has it: what it says in other languages is a translation of that alone. */
  readonly isShipped: boolean
}

/** Each with its language. */
export type MarkdownPages = Readonly<Record<MarkdownPage, PageText>>

const pageNames = Object.values(settingFiles).flatMap((files): MarkdownPage[] => Object.values(files))

export const markdownFiles = pageNames.map((page) => `${page}.md`)

/** The title that a file must begin with; undefined for the handbook, whose page has one. */
const titleOf = (page: MarkdownPage) => ownValue<string>(legalPages, page)

const maxChars = 100_000

export type MarkdownTexts = Readonly<Record<MarkdownPage, string>>

/** Reads the Markdown pages. A page missing from the folder is the shipped one: folders of older releases lack some. */
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

/** The texts saved of a setting, or why they cannot be used. */
function savedTexts(scope: MarkdownScope, value: unknown) {
  if (value == null) return {}
  const { data, error } = settingValues[scope].safeParse(value, { error: defaultMessage })
  const [issue] = error?.issues ?? []
  if (issue === undefined) return { texts: data as { readonly [Key in MarkdownKey]?: string } }
  const field = issue.path.join('.')
  return { problem: { file: scope, line: undefined, field, ...fieldProblem(field, textOf(issue.message)) } }
}

/** Pages and settings. A saved text replaces a file that the operator did not change. */
export function markdownOf(
  { contentDir, languages }: Pick<Config, 'contentDir' | 'languages'>,
  texts: MarkdownTexts,
  placeholders: Placeholders,
  saved: SavedSettings,
) {
  const pages: Partial<Record<MarkdownPage, PageText>> = {}
  const problems: ContentProblem[] = []
  const unrendered: ContentProblem[] = []
  const settings: Partial<Record<MarkdownScope, SettingState>> = {}
  for (const scope of Object.keys(settingFiles) as MarkdownScope[]) {
    const files = Object.entries(settingFiles[scope]) as [MarkdownKey, MarkdownPage][]
    const own = savedTexts(scope, saved.get(scope))
    let problem: ContentProblem | undefined = own.problem
    const values: { [Key in MarkdownKey]?: string } = {}
    const changed: { [Key in MarkdownKey]?: string } = {}
    for (const [key, page] of files) {
      const file = join(contentDir, `${page}.md`)
      const shipped = texts[page]
      const found = problemsOf(page, file, shipped, placeholders)
      problems.push(...found)
      if (found.length > 0) continue
      let used = shipped
      if (!isShippedFile(`${page}.md`, shipped)) changed[key] = file
      else {
        const text = own.texts?.[key]
        const [wrong] = text === undefined ? [] : problemsOf(page, page, text, placeholders)
        if (wrong !== undefined) problem ??= { ...wrong, field: key }
        else if (text !== undefined) used = text
      }
      values[key] = used
      const isUnchanged = used === shipped && changed[key] === undefined
      // The operator writes in the default language of the site.
      const language = isUnchanged ? shippedLanguage : languages[0]
      const { html, problem: unrenderable } = htmlOf(used, placeholders)
      if (unrenderable !== undefined)
        unrendered.push(
          used === shipped
            ? unrenderedProblem(file, undefined, unrenderable)
            : unrenderedProblem(scope, key, unrenderable),
        )
      const isShipped = isUnchanged && isNewestFile(`${page}.md`, shipped)
      pages[page] = { html, language: language ?? shippedLanguage, isShipped }
    }
    const lock = files.length === 1 ? { whole: Object.values(changed)[0] } : { parts: changed }
    settings[scope] = settingState({
      given: values,
      lock: { by: 'file', ...lock },
      saved: saved.get(scope) == null ? undefined : values,
      problem,
    })
  }
  return { pages, problems, settings: settings as Record<MarkdownScope, SettingState>, unrendered }
}

/** The language of the shipped texts. */
export const shippedLanguage = 'en'

const rendered = boundedHtml((markdown) => linkAddresses(micromark(markdown)))

const htmlOf = (markdown: string, placeholders: Placeholders) => rendered(filled(markdown, placeholders))

/** A page in another language, of the release or of the operator. */
export function markdownIn(
  { tag, page, file, text }: { tag: string; page: MarkdownPage; file: string; text: string },
  placeholders: Placeholders,
): { readonly value: PageText } | { readonly problems: readonly ContentProblem[] } {
  const problems = problemsOf(page, file, text, placeholders)
  if (problems.length > 0) return { problems }
  const { html, problem } = htmlOf(text, placeholders)
  if (problem !== undefined) return { problems: [unrenderedProblem(file, undefined, problem)] }
  return { value: { html, language: tag, isShipped: isShippedFile(`${tag}/${page}.md`, text) } }
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
