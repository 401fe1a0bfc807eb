import { RotateCw } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'

/** Reads do not grow old by themselves (spec 7): who wants to see what is new asks for it here. */
export function RefreshFeed({ busy, onRefresh }: { busy: boolean; onRefresh: () => void }) {
  return (
    <Button look="quiet" size="sm" aria-disabled={busy} onClick={() => !busy && onRefresh()}>
      <RotateCw aria-hidden className={classes('size-4', busy && 'animate-spin')} />
      Refresh
    </Button>
  )
}
