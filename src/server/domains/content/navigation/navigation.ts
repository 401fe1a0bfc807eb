import {
  isOffPath,
  type SitePart,
  shippedFooter,
  shippedHeader,
} from '../../../../contract/content/navigation.ts'
import type { NavigationContent } from '../../../../contract/content/navigation-schemas.ts'
import { ownPagePath } from '../../../../contract/content/own-pages.ts'
import type { OwnPage } from '../../../../contract/content/own-pages-schemas.ts'
import { type SettingState, writtenSetting } from '../settings/state.ts'
import type { Placeholders } from '../yaml-file.ts'

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

/** The saved header and footer, without entries that lead to a page that is switched off, a draft or missing. */
export function navigationOf(
  saved: unknown,
  placeholders: Placeholders,
  ownPages: ReadonlyMap<string, OwnPage>,
): { readonly navigation: Navigation; readonly state: SettingState } {
  const { used, state } = writtenSetting<NavigationContent>('navigation', {
    given: shipped,
    saved,
    placeholders,
  })
  if (used === undefined) return { navigation: { off: [] }, state }
  const { header, footer, off } = used
  const published = [...ownPages.values()].filter(({ isPublished }) => isPublished)
  const isThere = ({ to }: { to: string }) =>
    to.startsWith('/p/') ? published.some(({ slug }) => ownPagePath(slug) === to) : !isOffPath(to, off)
  return {
    navigation: { lists: { header: header.filter(isThere), footer: footer.filter(isThere) }, off },
    state,
  }
}
