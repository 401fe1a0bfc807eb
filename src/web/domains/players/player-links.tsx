import { Pencil, Share2 } from 'lucide-react'
import { Link } from 'react-router'
import type { PublicUser } from '../../../contract/accounts/users-schemas.ts'
import { useHydrated } from '../../platform/hydrated.ts'
import { useSite } from '../../platform/site.tsx'
import { useViewer } from '../../platform/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { playerPath } from './player-path.ts'

/** Hands the page on; on the viewer's own page also the way back to their profile. */
export function PlayerLinks({ player, className = '' }: { player: PublicUser; className?: string }) {
  const { publicUrl } = useSite()
  const isOwn = useViewer()?.id === player.id
  // Only the browser knows whether its system can share.
  const canShare = useHydrated() && typeof navigator.share === 'function'
  const url = publicUrl + playerPath(player.id)

  function share() {
    // Whoever closes the system's window has decided against it: no failure.
    navigator.share({ title: player.username, url }).catch(() => undefined)
  }

  return (
    <div className={`flex flex-wrap gap-2 ${className}`}>
      {isOwn && (
        <Button asChild look="quiet" size="sm">
          <Link to="/profile">
            <Pencil aria-hidden className="size-4" />
            Edit your profile
          </Link>
        </Button>
      )}
      {canShare && (
        <Button look="quiet" size="sm" onClick={share}>
          <Share2 aria-hidden className="size-4" />
          Share
        </Button>
      )}
      <CopyButton value={url} what="link" label="Copy link" />
    </div>
  )
}
