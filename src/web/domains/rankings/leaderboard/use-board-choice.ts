import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSite } from '../../../platform/site.tsx'
import { type BoardChoice, choiceOf, queryOf } from './board-choice.ts'

export type ChooseBoard = (change: Partial<BoardChoice>, options?: { readonly replace?: boolean }) => void

/** The address says what is looked at, so that it can be shared, and Back goes back. */
export function useBoardChoice() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const { modes } = useSite()
  const choice = useMemo(() => choiceOf(new URLSearchParams(search), modes), [search, modes])

  const choose: ChooseBoard = (change, options) => {
    void navigate({ search: queryOf({ ...choice, ...change }) }, { ...options, preventScrollReset: true })
  }

  return { choice, choose }
}
