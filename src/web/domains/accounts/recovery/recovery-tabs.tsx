import { Trans, useLingui } from '@lingui/react/macro'
import { useSite } from '../../../platform/site.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { CodeForm } from './code-form.tsx'
import { RequestForm } from './request-form.tsx'

/** The two ways to a new password; by code alone where the site sends no mail. */
export function RecoveryTabs() {
  const { t } = useLingui()
  if (!useSite().sendsMail) return <CodeForm />
  return (
    <Tabs defaultValue="mail">
      <TabList aria-label={t`Ways to set a new password`}>
        <Tab value="mail">
          <Trans>By email</Trans>
        </Tab>
        <Tab value="code">
          <Trans>By code</Trans>
        </Tab>
      </TabList>
      <TabPanel value="mail">
        <RequestForm />
      </TabPanel>
      <TabPanel value="code">
        <CodeForm />
      </TabPanel>
    </Tabs>
  )
}
