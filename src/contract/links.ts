import type { ModerationSubject } from './moderation/moderation-schemas.ts'

// Links that name one thing on a page of several. The page loads it, scrolls to it and marks it, or says that it is gone:
// `#<kind>-<id>` for what everybody reads (src/web/platform/navigation/linked-thing.ts) and in lists of staff
// whose rows show everything (src/web/ui/list/linked-row.tsx), `?open=<id>` in those that open a row
// (src/web/platform/navigation/use-open-row.ts).

/** Things that the fragment of an address names. */
export type LinkedThing =
  | 'comment'
  | 'notice'
  | 'match'
  | 'event'
  // Rows of lists of staff that show all of a row.
  | 'template'
  | 'news'
  | 'season'
  | 'ruling'
  | 'practice'
  | 'mode'

/** The fragment of an address that names a thing, and the id of its element. */
export const anchorOf = (thing: LinkedThing, id: number | string) => `${thing}-${id}`

/** Names a thing on a page, instead of another part of it. */
export const linkTo = (page: string, thing: LinkedThing, id: number | string) =>
  `${page.split('#', 1)[0]}#${anchorOf(thing, id)}`

/** The key of an open moderation case. It stays when another report gives the case another id. */
export const caseKey = (subjectType: ModerationSubject, subjectId: number) => `${subjectType}-${subjectId}`

const rowLink = (list: string) => (key: number | string) =>
  `${list}${list.includes('?') ? '&' : '?'}open=${key}`

/** One row of each list of staff. */
export const staffRowLinks = {
  case: rowLink('/admin/moderation'),
  report: rowLink('/staff-reports'),
  application: rowLink('/admin/applications'),
  appeal: rowLink('/admin/appeals'),
  message: rowLink('/admin/messages?show=all'),
} as const
