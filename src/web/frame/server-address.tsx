import { Copy } from 'lucide-react'
import { useSite } from '../platform/site.tsx'
import { toast } from '../platform/toasts.ts'
import { Button } from '../ui/button.tsx'

/** Address and port as the game asks for them: two fields, so only the address is copied. */
export function ServerAddress() {
  const { gameHost, gamePort } = useSite()
  async function copy() {
    try {
      await navigator.clipboard.writeText(gameHost)
      toast({ title: 'Address copied', description: `${gameHost}, port ${gamePort}` })
    } catch {
      // Browsers keep the clipboard from pages that did not come over https.
      toast({ variant: 'destructive', title: 'Copy failed', description: `The address is ${gameHost}` })
    }
  }
  return (
    <div className="flex items-center gap-4 rounded-lg border border-line bg-ground-card py-2.5 pr-2.5 pl-4">
      <dl className="flex min-w-0 flex-1 flex-wrap gap-x-6 gap-y-1 text-sm">
        <div className="min-w-0">
          <dt className="text-ink-faint text-xs">Server address</dt>
          <dd className="break-all font-bold">{gameHost}</dd>
        </div>
        <div>
          <dt className="text-ink-faint text-xs">Port</dt>
          <dd className="font-bold">{gamePort}</dd>
        </div>
      </dl>
      <Button look="quiet" size="icon" aria-label="Copy server address" onClick={copy}>
        <Copy aria-hidden className="size-4" />
      </Button>
    </div>
  )
}
