import { useLingui } from '@lingui/react/macro'
import { reportStatusLabels } from '../../../../../contract/labels.ts'
import { useAddressChoice } from '../../../../platform/navigation/address-choice.ts'
import { Tab, TabList, TabPanel, Tabs } from '../../../../ui/tabs.tsx'
import { type AdminStatus, adminStatuses } from './admin-reports-query.ts'
import { ReportList } from './report-list.tsx'

/** Bug reports by status; the tabs are a filter over one list. */
export function ReportAdmin() {
  const { t } = useLingui()
  const [status, setStatus] = useAddressChoice('status', adminStatuses)
  return (
    // Each choice asks the server: arrow keys only move, Enter or Space chooses.
    <Tabs
      value={status}
      onValueChange={(value) => setStatus(value as AdminStatus)}
      activationMode="manual"
      className="group"
    >
      <TabList aria-label={t`Status`} className="max-xl:group-has-[[data-detail]]:hidden">
        {adminStatuses.map((value) => (
          <Tab key={value} value={value}>
            {value === 'all' ? t`All` : t(reportStatusLabels[value])}
          </Tab>
        ))}
      </TabList>
      <TabPanel value={status}>
        <ReportList status={status} />
      </TabPanel>
    </Tabs>
  )
}
