import type { OwnPage, OwnPageContent } from '../../../../contract/content/own-pages-schemas.ts'
import { isPageScope, type PageScope, slugOfScope } from '../../../../contract/content/settings.ts'
import { type ContentProblem, unrenderedProblem } from '../problem.ts'
import { boundedHtml, renderMarkdown } from '../render-markdown.ts'
import { type SavedSettings, type SettingState, writtenSetting } from '../settings/state.ts'
import type { Placeholders } from '../yaml-file.ts'

const htmlOf = boundedHtml(renderMarkdown)

/** The pages made by staff. One that is no longer valid is left out of `pages`, and its state has the problem. */
export function ownPagesOf(saved: SavedSettings, placeholders: Placeholders) {
  const pages = new Map<string, OwnPage>()
  const unrendered: ContentProblem[] = []
  const settings: Partial<Record<PageScope, SettingState>> = {}
  for (const [scope, value] of saved) {
    if (!isPageScope(scope) || value == null) continue
    const slug = slugOfScope(scope)
    const { used, state } = writtenSetting<OwnPageContent>(scope, {
      given: value,
      saved: value,
      placeholders,
    })
    settings[scope] = state
    if (used === undefined) continue
    const { text, ...page } = used
    const { html, problem } = htmlOf(text)
    if (problem !== undefined) unrendered.push(unrenderedProblem(scope, 'text', problem))
    pages.set(slug, { slug, ...page, html })
  }
  return { pages, settings, unrendered }
}
