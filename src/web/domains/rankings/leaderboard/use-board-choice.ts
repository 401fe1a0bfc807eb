import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type BoardChoice, choiceOf, queryOf } from './board-choice.ts'

export type ChooseBoard = (change: Partial<BoardChoice>, options?: { readonly replace?: boolean }) => void

/** The address says what is looked at, so that it can be shared, and Back goes back. */
export function useBoardChoice() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const choice = useMemo(() => choiceOf(new URLSearchParams(search)), [search])

  const choose: ChooseBoard = (change, options) => {
    void navigate({ search: queryOf({ ...choice, ...change }) }, { ...options, preventScrollReset: true })
  }

  return { choice, choose }
}
