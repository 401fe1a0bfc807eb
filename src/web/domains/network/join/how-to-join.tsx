import { Trans, useLingui } from '@lingui/react/macro'
import { CircleHelp } from 'lucide-react'
import { type ComponentProps, type ComponentType, useRef, useState } from 'react'
import { toast } from '../../../platform/toasts.ts'
import { Button, type ButtonSize } from '../../../ui/button.tsx'
import type { HowToJoinDialog } from './how-to-join-dialog.tsx'

export interface HowToJoinProps {
  /** Game version that the server reports; null while nobody knows. */
  readonly version: string | null
  readonly size?: ButtonSize
}

/**
 * The ways to join on each device. They are fetched when they are asked for: most visitors press JOIN SERVER. `ways` is
 * rendered by the caller.
 */
export function useWaysToJoin(version: HowToJoinProps['version']) {
  const { t } = useLingui()
  const [Ways, setWays] = useState<ComponentType<ComponentProps<typeof HowToJoinDialog>> | null>(null)
  const [open, setOpen] = useState(false)
  const askedFrom = useRef<HTMLElement>(null)
  async function ask() {
    askedFrom.current = document.activeElement as HTMLElement | null
    try {
      const { HowToJoinDialog } = await import('./how-to-join-dialog.tsx')
      setWays(() => HowToJoinDialog)
      setOpen(true)
    } catch {
      toast({
        variant: 'destructive',
        title: t`Connection Error`,
        description: t`The ways to join could not be loaded. The address is at the bottom of the page.`,
      })
    }
  }
  const ways = Ways !== null && (
    <Ways version={version} open={open} onOpenChange={setOpen} returnFocusTo={askedFrom} />
  )
  return { ask, ways }
}

export function HowToJoin({ version, size = 'md' }: HowToJoinProps) {
  const { ask, ways } = useWaysToJoin(version)
  return (
    <>
      {/* Only a script can open it; the footer shows the address without one. */}
      <Button look="quiet" size={size} aria-haspopup="dialog" className="noscript:hidden" onClick={ask}>
        <CircleHelp aria-hidden className="size-4" />
        <Trans>How to join</Trans>
      </Button>
      {ways}
    </>
  )
}
