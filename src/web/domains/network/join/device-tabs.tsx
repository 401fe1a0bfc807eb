import { Tab, TabList, TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { AddServerSteps } from './add-server-steps.tsx'
import { ConsoleSteps } from './console-steps.tsx'
import { deviceOf } from './device.ts'

/** All three fit beside each other on a small phone. */
const narrow = 'max-sm:px-1 max-[22rem]:text-xs'

/** The way in, per device. It opens with the visitor's own; the dialog around it exists in browsers only. */
export function DeviceTabs() {
  return (
    <Tabs defaultValue={deviceOf(navigator.userAgent)}>
      <TabList aria-label="Your device">
        <Tab value="windows" className={narrow}>
          Windows
        </Tab>
        <Tab value="mobile" className={narrow}>
          Android, iOS
        </Tab>
        <Tab value="console" className={narrow}>
          Console
        </Tab>
      </TabList>
      <TabPanel value="windows">
        <AddServerSteps game="Minecraft for Windows" />
      </TabPanel>
      <TabPanel value="mobile">
        <AddServerSteps game="Minecraft on this phone or tablet" />
      </TabPanel>
      <TabPanel value="console">
        <ConsoleSteps />
      </TabPanel>
    </Tabs>
  )
}
