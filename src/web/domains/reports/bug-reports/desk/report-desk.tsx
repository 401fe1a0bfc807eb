import { Tab, TabList, TabPanel, Tabs } from '../../../../ui/tabs.tsx'
import { statusLabels } from '../report-words.ts'
import { deskFilters } from './desk-query.ts'
import { ReportList } from './report-list.tsx'
import { useDeskFilter } from './use-desk-filter.ts'

/** Bug reports by status; the tabs are a filter over one list. */
export function ReportDesk() {
  const { filter, choose } = useDeskFilter()
  return (
    // Each choice asks the server: arrow keys only move, Enter or Space chooses.
    <Tabs value={filter} onValueChange={choose} activationMode="manual">
      <TabList aria-label="Status">
        {deskFilters.map((value) => (
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
