import { useLocation, useNavigate } from 'react-router'
import { Tab, TabList, TabPanel, Tabs } from '../../../../ui/tabs.tsx'
import { statusLabels } from '../report-words.ts'
import { type AdminFilter, adminFilters } from './desk-query.ts'
import { ReportList } from './report-list.tsx'

const filterOf = (text: string | null): AdminFilter => adminFilters.find((one) => one === text) ?? 'all'

/** The address says which reports are looked at, so that it can be sent to a colleague. */
function useAdminFilter() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const filter = filterOf(new URLSearchParams(search).get('status'))
  function choose(next: string) {
    const status = filterOf(next)
    void navigate({ search: status === 'all' ? '' : `?status=${status}` }, { preventScrollReset: true })
  }
  return { filter, choose }
}

/** Bug reports by status; the tabs are a filter over one list. */
export function ReportAdmin() {
  const { filter, choose } = useAdminFilter()
  return (
    // Each choice asks the server: arrow keys only move, Enter or Space chooses.
    <Tabs value={filter} onValueChange={choose} activationMode="manual">
      <TabList aria-label="Status">
        {adminFilters.map((value) => (
          <Tab key={value} value={value}>
            {value === 'all' ? 'All' : statusLabels[value]}
          </Tab>
        ))}
      </TabList>
      <TabPanel value={filter} key={filter}>
        <ReportList filter={filter} />
      </TabPanel>
    </Tabs>
  )
}
