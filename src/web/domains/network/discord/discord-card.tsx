import type { ReactNode } from 'react'
import { Card, CardText, CardTitle } from '../../../ui/card.tsx'
import { DiscordFailure } from './discord-failure.tsx'
import { DiscordJoinButton } from './discord-join-button.tsx'
import { DiscordMembers } from './discord-members.tsx'
import { useDiscord } from './use-discord.ts'

interface DiscordCardProps {
  readonly title: string
  /** Reasons to join. */
  readonly children: ReactNode
}

/** A card that leads to Discord. */
export function DiscordCard({ title, children }: DiscordCardProps) {
  const { members, online, error, retry } = useDiscord()
  return (
    <Card className="grid content-start gap-4 border-t-2 border-t-slab-purple">
      <CardTitle>{title}</CardTitle>
      <DiscordMembers members={members} online={online} />
      {error === null ? <CardText>{children}</CardText> : <DiscordFailure error={error} onRetry={retry} />}
      <DiscordJoinButton />
    </Card>
  )
}
