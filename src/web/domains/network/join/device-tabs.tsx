import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSite } from '../../../platform/site.tsx'
import { JoinButton } from '../../../ui/join-button.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/tabs.tsx'

const StepList = ({ children }: { children: ReactNode }) => (
  <ol className="grid list-decimal gap-3 ps-5 text-ink-soft text-sm leading-relaxed marker:font-bold marker:text-ember">
    {children}
  </ol>
)

/** Words of the game's own screens. */
const Screen = ({ children }: { children: ReactNode }) => <b className="font-semibold text-ink">{children}</b>

/** All three fit beside each other on a small phone. */
const narrow = 'max-sm:px-1 max-[22rem]:text-xs'

/** The way in, per device. It opens with the visitor's own; the dialog around it exists in browsers only. */
export function DeviceTabs() {
  const { t } = useLingui()
  return (
    <Tabs defaultValue={deviceOf(navigator.userAgent)}>
      <TabList aria-label={t`Your device`}>
        <Tab value="windows" className={narrow}>
          <Trans>Windows</Trans>
        </Tab>
        <Tab value="mobile" className={narrow}>
          <Trans>Android, iOS</Trans>
        </Tab>
        <Tab value="console" className={narrow}>
          <Trans>Console</Trans>
        </Tab>
      </TabList>
      <TabPanel value="windows">
        <AddServerSteps game={t`Minecraft for Windows`} />
      </TabPanel>
      <TabPanel value="mobile">
        <AddServerSteps game={t`Minecraft on this phone or tablet`} />
      </TabPanel>
      <TabPanel value="console">
        <ConsoleSteps />
      </TabPanel>
    </Tabs>
  )
}

type Device = 'windows' | 'mobile' | 'console'

/** The device that a browser says it runs on; a computer that is no console counts as Windows. */
export function deviceOf(userAgent: string): Device {
  // First, since an Xbox names Windows too and a PlayStation browser may name Safari.
  if (/Xbox|PlayStation|Nintendo/i.test(userAgent)) return 'console'
  if (/Android|iPhone|iPad|iPod/i.test(userAgent)) return 'mobile'
  return 'windows'
}

/** Where the game takes servers by address: the link does it, and by hand it is three fields. */
function AddServerSteps({ game }: { game: string }) {
  const { name } = useSite()
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <JoinButton label="JOIN SERVER" />
        <p className="min-w-0 flex-1 basis-48 text-ink-soft text-sm">
          <Trans>
            opens {game} and adds {name} to your servers.
          </Trans>
        </p>
      </div>
      <p className="font-semibold text-sm">
        <Trans>Nothing opened? By hand:</Trans>
      </p>
      <StepList>
        <li>
          <Trans>
            Open the game and go to <Screen>Play</Screen>, then <Screen>Servers</Screen>.
          </Trans>
        </li>
        <li>
          <Trans>
            Choose <Screen>Add Server</Screen> and fill in the three fields above.
          </Trans>
        </li>
        <li>
          <Trans>Save it, then pick {name} in the list and join. You need a free Microsoft account.</Trans>
        </li>
      </StepList>
    </div>
  )
}

/**
 * Consoles list the game's partner servers only: Mojang's help page "How to Play Minecraft Multiplayer" says that
 * servers by address are not available there. What is left are ways around, and they are called so.
 */
function ConsoleSteps() {
  const { name } = useSite()
  return (
    <div className="grid gap-4 text-ink-soft text-sm leading-relaxed">
      <p>
        <Trans>
          Xbox, PlayStation and Nintendo Switch have no <Screen>Add Server</Screen> button, and no website can
          change that. Some players use these workarounds:
        </Trans>
      </p>
      <StepList>
        <li>
          <Trans>
            <Screen>Through a friend.</Screen> When somebody on your friends list plays on {name} from a phone
            or a PC, look at <Screen>Play</Screen>, <Screen>Friends</Screen>. If the game offers to join them,
            it brings you here. It does not always offer this.
          </Trans>
        </li>
        <li>
          <Trans>
            <Screen>With a helper app on a phone.</Screen> Apps for Android and iOS show a server to your
            console as a LAN game. Phone and console must be in the same network; the app asks for the address
            and the port above, and the server then appears under <Screen>Friends</Screen>.
          </Trans>
        </li>
        <li>
          <Trans>
            <Screen>With another DNS server.</Screen> Some services answer for a partner server's name and
            show a server list instead. You set their DNS address in the console's network settings.
          </Trans>
        </li>
      </StepList>
      <p>
        <Trans>
          Helper apps and DNS services are made by neither {name} nor Mojang, and any update can break them.
          Only use one that you trust, and set DNS back to automatic afterwards.
        </Trans>
      </p>
      <p>
        <Trans>
          Online play on a console also needs its maker's paid membership: Xbox Game Pass, PlayStation Plus or
          Nintendo Switch Online. Windows, Android and iOS need none.
        </Trans>
      </p>
    </div>
  )
}
