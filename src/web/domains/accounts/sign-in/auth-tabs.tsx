import { Link } from 'react-router'
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { LoginForm } from './login-form.tsx'
import { RegisterForm } from './register-form.tsx'

export function AuthTabs() {
  return (
    <Tabs defaultValue="login">
      <TabList aria-label="Login or register">
        <Tab value="login">Login</Tab>
        <Tab value="register">Register</Tab>
      </TabList>
      <TabPanel value="login">
        <LoginForm />
        <p className="mt-4 text-center text-sm">
          <Link to="/recover" className="text-ink-soft underline underline-offset-4 hover:text-ink">
            Forgot your password?
          </Link>
        </p>
      </TabPanel>
      <TabPanel value="register">
        <RegisterForm />
      </TabPanel>
    </Tabs>
  )
}
