import { useLocation, useNavigate } from 'react-router'
import { type DeskFilter, deskFilters } from './desk-query.ts'

const filterOf = (text: string | null): DeskFilter => deskFilters.find((one) => one === text) ?? 'all'

/** The address says which reports are looked at, so that it can be sent to a colleague. */
export function useDeskFilter() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const filter = filterOf(new URLSearchParams(search).get('status'))
  function choose(next: string) {
    const status = filterOf(next)
    void navigate({ search: status === 'all' ? '' : `?status=${status}` }, { preventScrollReset: true })
  }
  return { filter, choose }
}
