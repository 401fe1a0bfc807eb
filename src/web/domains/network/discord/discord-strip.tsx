import { Trans } from '@lingui/react/macro'
import { DiscordFailure } from './discord-failure.tsx'
import { DiscordJoinButton } from './discord-join-button.tsx'
import { DiscordMembers } from './discord-members.tsx'
import { useDiscord } from './use-discord.ts'

/** The way to Discord in one line, for a section that has other business. */
export function DiscordStrip() {
  const { members, online, error, retry } = useDiscord()
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <div className="grid gap-1">
          <p className="font-bold">
            <Trans>On Discord</Trans>
          </p>
          <DiscordMembers members={members} online={online} />
        </div>
        <DiscordJoinButton className="max-sm:w-full" />
      </div>
      {error !== null && <DiscordFailure error={error} onRetry={retry} />}
    </div>
  )
}
