import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx'
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
      </TabPanel>
      <TabPanel value="register">
        <RegisterForm />
      </TabPanel>
    </Tabs>
  )
}
