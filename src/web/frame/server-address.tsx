import { useSite } from '../platform/site.tsx'
import { CopyRow } from '../ui/copy-button.tsx'

/** Address and port as the game asks for them: in two fields, so each is copied by itself. */
export function ServerAddress() {
  const { gameHost, gamePort } = useSite()
  return (
    <div className="grid gap-2 rounded-lg border border-line bg-ground-card py-2.5 pr-2.5 pl-4">
      <CopyRow label="Server address" value={gameHost} />
      <CopyRow label="Port" value={String(gamePort)} />
    </div>
  )
}
