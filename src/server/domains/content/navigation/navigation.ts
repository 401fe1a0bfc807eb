import {
  isOffPath,
  type SitePart,
  shippedFooter,
  shippedHeader,
} from '../../../../contract/content/navigation.ts'
import { NavigationContent } from '../../../../contract/content/navigation-schemas.ts'
import { ownPagePath } from '../../../../contract/content/own-pages.ts'
import type { OwnPage } from '../../../../contract/content/own-pages-schemas.ts'
import type { SavedSettings, SettingState } from '../settings/state.ts'
import { checkYaml, type Placeholders } from '../yaml-file.ts'

/** Header and footer where they are not the shipped ones, and what is switched off. */
export interface Navigation {
  readonly lists?: Pick<NavigationContent, 'header' | 'footer'>
  readonly off: readonly SitePart[]
}

const shipped = {
  header: [...shippedHeader],
  footer: [...shippedFooter],
  off: [],
} satisfies NavigationContent

/** What was saved. Entries that lead to a page that is switched off, a draft or none are left out. */
export function navigationOf(
  saved: SavedSettings,
  placeholders: Placeholders,
  ownPages: ReadonlyMap<string, OwnPage>,
): { readonly navigation: Navigation; readonly state: SettingState } {
  const value = saved.get('navigation')
  if (value == null)
    return { navigation: { off: [] }, state: { value: shipped, shape: NavigationContent, isSaved: false } }
  const checked = checkYaml<NavigationContent>({
    file: 'navigation',
    text: JSON.stringify(value),
    schema: NavigationContent,
    placeholders,
  })
  if ('problems' in checked)
    return {
      navigation: { off: [] },
      state: {
        value: shipped,
        shape: NavigationContent,
        isSaved: false,
        ...(checked.problems[0] !== undefined && { problem: checked.problems[0] }),
      },
    }
  const { header, footer, off } = checked.value
  const published = [...ownPages.values()].filter(({ isPublished }) => isPublished)
  const isThere = ({ to }: { to: string }) =>
    to.startsWith('/p/') ? published.some(({ slug }) => ownPagePath(slug) === to) : !isOffPath(to, off)
  return {
    navigation: { lists: { header: header.filter(isThere), footer: footer.filter(isThere) }, off },
    state: { value, shape: NavigationContent, isSaved: true },
  }
}
