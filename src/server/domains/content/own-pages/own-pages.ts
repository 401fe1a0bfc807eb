import { type OwnPage, OwnPageContent } from '../../../../contract/content/own-pages-schemas.ts'
import { isPageScope, type PageScope, slugOfScope } from '../../../../contract/content/settings.ts'
import { type ContentProblem, unrenderedProblem } from '../problem.ts'
import { boundedHtml, renderMarkdown } from '../render-markdown.ts'
import type { SavedSettings, SettingState } from '../settings/state.ts'
import { checkYaml, type Placeholders } from '../yaml-file.ts'

const htmlOf = boundedHtml(renderMarkdown)

/** Pages of the network's own among the saved settings. One that is not valid any more is left out and named. */
export function ownPagesOf(saved: SavedSettings, placeholders: Placeholders) {
  const pages = new Map<string, OwnPage>()
  const unrendered: ContentProblem[] = []
  const settings: Partial<Record<PageScope, SettingState>> = {}
  for (const [scope, value] of saved) {
    if (!isPageScope(scope) || value == null) continue
    const slug = slugOfScope(scope)
    const checked = checkYaml<OwnPageContent>({
      file: scope,
      text: JSON.stringify(value),
      schema: OwnPageContent,
      placeholders,
    })
    const isValid = 'value' in checked
    settings[scope] = {
      value,
      shape: OwnPageContent,
      isSaved: isValid,
      ...(!isValid && { problem: checked.problems[0] }),
    }
    if (!isValid) continue
    const { text, ...page } = checked.value
    const { html, problem } = htmlOf(text)
    if (problem !== undefined) unrendered.push(unrenderedProblem(scope, 'text', problem))
    pages.set(slug, { slug, ...page, html })
  }
  return { pages, settings, unrendered }
}
