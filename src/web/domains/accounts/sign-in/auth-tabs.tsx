import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { LoginForm } from './login-form.tsx'
import { RegisterForm } from './register-form.tsx'

export function AuthTabs() {
  const { t } = useLingui()
  return (
    <Tabs defaultValue="login">
      <TabList aria-label={t`Login or register`}>
        <Tab value="login">
          <Trans>Login</Trans>
        </Tab>
        <Tab value="register">
          <Trans>Register</Trans>
        </Tab>
      </TabList>
      <TabPanel value="login">
        <LoginForm />
        <p className="mt-4 text-center text-sm">
          <Link to="/recover" className="text-ink-soft underline underline-offset-4 hover:text-ink">
            <Trans>Forgot your password?</Trans>
          </Link>
        </p>
      </TabPanel>
      <TabPanel value="register">
        <RegisterForm />
      </TabPanel>
    </Tabs>
  )
}
