import { useSite } from '../../../platform/site.tsx'
import { JoinButton } from '../../../ui/join-button.tsx'
import { Screen, StepList } from './step-list.tsx'

/** Where the game takes servers by address: the link does it, and by hand it is three fields. */
export function AddServerSteps({ game }: { game: string }) {
  const { name } = useSite()
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <JoinButton label="JOIN SERVER" />
        <p className="min-w-0 flex-1 basis-48 text-ink-soft text-sm">
          opens {game} and adds {name} to your servers.
        </p>
      </div>
      <p className="font-semibold text-sm">Nothing opened? By hand:</p>
      <StepList>
        <li>
          Open the game and go to <Screen>Play</Screen>, then <Screen>Servers</Screen>.
        </li>
        <li>
          Choose <Screen>Add Server</Screen> and fill in the three fields above.
        </li>
        <li>
          Save it, then pick {name} in the list and join. The game asks you to sign in with a free Microsoft
          account if you have not.
        </li>
      </StepList>
    </div>
  )
}
