import { useSite } from '../../../platform/site.tsx'
import { Screen, StepList } from './step-list.tsx'

/**
 * Consoles list the game's partner servers only: Mojang's help page "How to Play Minecraft Multiplayer" says that
 * servers by address are not available there. What is left are ways around, and they are called so.
 */
export function ConsoleSteps() {
  const { name } = useSite()
  return (
    <div className="grid gap-4 text-ink-soft text-sm leading-relaxed">
      <p>
        Xbox, PlayStation and Nintendo Switch have no <Screen>Add Server</Screen> button, and no website can
        give them one. These are the ways that people use:
      </p>
      <StepList>
        <li>
          <Screen>Through a friend.</Screen> When somebody on your friends list plays on {name} from a phone
          or a PC, look at <Screen>Play</Screen>, <Screen>Friends</Screen>. If the game offers to join them,
          it brings you here. It does not always offer it.
        </li>
        <li>
          <Screen>With a helper app on a phone.</Screen> Apps for Android and iOS show a server to your
          console as a LAN game. Phone and console must be in the same network; the app asks for the address
          and the port above, and the server then appears under <Screen>Friends</Screen>.
        </li>
        <li>
          <Screen>With another DNS server.</Screen> Some services answer for a partner server's name and show
          a server list instead. You set their DNS address in the console's network settings.
        </li>
      </StepList>
      <p>
        Helper apps and DNS services belong to neither {name} nor Mojang, and can stop working with any
        update. Choose one that you trust, and set DNS back to automatic afterwards.
      </p>
      <p>
        Online play on a console also needs its maker's paid membership: Xbox Game Pass, PlayStation Plus or
        Nintendo Switch Online. Windows, Android and iOS need none.
      </p>
    </div>
  )
}
