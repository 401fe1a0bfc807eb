import { Plural, Trans } from '@lingui/react/macro'
import type { GameServerRecord } from '../../../../contract/matches/game-servers-schemas.ts'
import { Badge } from '../../../ui/badge.tsx'

/** Whether the site hears the server. */
export function ServerState({ server: { state, playerCount } }: { server: GameServerRecord }) {
  if (state === 'waiting')
    return (
      <Badge tone="gold">
        <Trans>Waiting for the first heartbeat</Trans>
      </Badge>
    )
  const players = playerCount ?? 0
  if (state === 'online')
    return (
      <Badge tone="good">
        <Trans>
          Online, <Plural value={players} one="# player" other="# players" />
        </Trans>
      </Badge>
    )
  if (state === 'silent')
    return (
      <Badge tone="bad">
        <Trans>Silent</Trans>
      </Badge>
    )
  return (
    <Badge tone="quiet">
      <Trans>Revoked</Trans>
    </Badge>
  )
}
