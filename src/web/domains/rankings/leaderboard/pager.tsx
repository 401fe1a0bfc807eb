import { useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { leaderboardPage } from '../../../../contract/rankings/leaderboard.ts'
import { useLocale } from '../../../platform/translation.tsx'
import { classes } from '../../../ui/classes.ts'
import { formatCount } from '../../../ui/format-count.ts'
import { AddressForm } from './address-form.tsx'
import { type BoardChoice, pageOf } from './board-choice.ts'

/** How many pages this many players fill; an empty board has one, too. */
export const pagesOf = (total: number, choice: BoardChoice) => Math.max(1, pageOf(total, choice))

/** The numbers on the page buttons: always five, around the current page as far as the ends allow. */
export function pageWindow(page: number, pages: number): number[] {
  const { buttons } = leaderboardPage
  const last = Math.max(buttons, pages)
  const first = Math.min(Math.max(1, page - Math.floor(buttons / 2)), last - buttons + 1)
  return Array.from({ length: buttons }, (_, at) => first + at)
}

export interface PagerProps {
  readonly choice: BoardChoice
  /** Rows on all pages together. */
  readonly total: number
  /** There is nothing to leaf through. */
  readonly disabled?: boolean
  readonly onPage: (page: number) => void
}

/** Five page buttons, and a step to each side. */
export function Pager({ choice, total, disabled = false, onPage }: PagerProps) {
  const locale = useLocale()
  const { t } = useLingui()
  const { page, ...kept } = choice
  const pages = pagesOf(total, choice)
  const button = (to: number, key: string, shown: ReactNode, label?: string) => (
    <PageButton
      key={key}
      to={to}
      label={label}
      isCurrent={to === page}
      disabled={disabled || to < 1 || to > pages}
      onPage={onPage}
    >
      {shown}
    </PageButton>
  )
  return (
    <nav aria-label={t`Pages`}>
      <AddressForm kept={kept} className="flex flex-wrap items-center gap-0.5 sm:gap-1">
        {button(page - 1, 'previous', <ChevronLeft aria-hidden className="size-4" />, t`Previous page`)}
        {pageWindow(page, pages).map((number) => button(number, String(number), formatCount(number, locale)))}
        {button(page + 1, 'next', <ChevronRight aria-hidden className="size-4" />, t`Next page`)}
      </AddressForm>
    </nav>
  )
}

interface PageButtonProps {
  readonly to: number
  readonly label: string | undefined
  readonly isCurrent: boolean
  readonly disabled: boolean
  readonly onPage: (page: number) => void
  readonly children: ReactNode
}

function PageButton({ to, label, isCurrent, disabled, onPage, children }: PageButtonProps) {
  return (
    <button
      type="submit"
      name="page"
      value={Math.max(1, to)}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      // Not `disabled`: who pages to the end with the keyboard keeps the focus.
      aria-disabled={disabled}
      onClick={(event) => {
        event.preventDefault()
        if (!disabled && !isCurrent) onPage(to)
      }}
      className={classes(
        'inline-flex h-10 min-w-8 sm:min-w-9 items-center justify-center rounded-md border px-1.5 font-bold text-sm tabular-nums transition-colors aria-disabled:cursor-not-allowed',
        isCurrent && 'border-ink bg-line text-ink',
        !isCurrent && disabled && 'border-line text-ink-faint',
        !isCurrent && !disabled && 'border-line-strong text-ink hover:border-ember hover:text-ember-bright',
      )}
    >
      {children}
    </button>
  )
}
