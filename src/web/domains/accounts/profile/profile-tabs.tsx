import { Trans, useLingui } from '@lingui/react/macro'
import { isStaffRank } from '../../../../contract/accounts/ranks.ts'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { Card } from '../../../ui/card.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { EditProfileForm } from './edit-profile-form.tsx'
import { PrivacySwitch } from './privacy-switch.tsx'

export function ProfileTabs({ member }: { member: OwnUser }) {
  const { t } = useLingui()
  return (
    <Card id="password" className="scroll-mt-24">
      <Tabs defaultValue={member.rankWithheldBy === 'password' ? 'password' : 'edit'}>
        <TabList aria-label={t`Account settings`}>
          <Tab value="edit">
            <Trans>Edit Profile</Trans>
          </Tab>
          <Tab value="password">
            <Trans>Change Password</Trans>
          </Tab>
        </TabList>
        <TabPanel value="edit">
          <EditProfileForm member={member} />
          <div className="mt-6 border-line border-t pt-5">
            <PrivacySwitch member={member} />
          </div>
        </TabPanel>
        <TabPanel value="password">
          <ChangePasswordForm username={member.username} isStaff={isStaffRank(member.rank)} />
        </TabPanel>
      </Tabs>
    </Card>
  )
}
