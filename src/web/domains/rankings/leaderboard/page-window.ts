import { leaderboardPage } from '../../../../contract/rankings/leaderboard.ts'

/** How many pages this many players fill; an empty board has one, too. */
export const pagesOf = (total: number) => Math.max(1, Math.ceil(total / leaderboardPage.usual))

/** The numbers on the page buttons: always five, around the current page as far as the ends allow. */
export function pageWindow(page: number, pages: number): number[] {
  const { buttons } = leaderboardPage
  const last = Math.max(buttons, pages)
  const first = Math.min(Math.max(1, page - Math.floor(buttons / 2)), last - buttons + 1)
  return Array.from({ length: buttons }, (_, at) => first + at)
}
