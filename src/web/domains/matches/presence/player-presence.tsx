import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/api.ts'
import { classes } from '../../../ui/classes.ts'
import { playerPresenceQuery } from './presence-query.ts'
import { useModeName } from './use-mode-name.ts'

/** "Online, in Boxing" while the player is on a game server; nothing otherwise. */
export function PlayerPresence({ id, className }: { id: number; className?: string }) {
  const { data: presence, error } = useQuery(playerPresenceQuery(api, id))
  const modeName = useModeName()
  if (!presence || error !== null) return null
  const mode = presence.mode === null ? null : modeName(presence.mode)
  return (
    <p className={classes('flex items-center gap-2 font-semibold text-good text-sm', className)}>
      <span aria-hidden className="size-2 shrink-0 bg-good" />
      <span className="wrap-anywhere">
        {mode === null ? (
          <Trans>Online</Trans>
        ) : (
          <Trans>
            Online, in <bdi>{mode}</bdi>
          </Trans>
        )}
      </span>
    </p>
  )
}
