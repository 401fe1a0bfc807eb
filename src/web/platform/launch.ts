import { msg } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { toast } from './toasts.ts'

const checkMs = 2_000
/** Long enough to choose what to do instead. */
const shownMs = 10_000
let check: ReturnType<typeof setTimeout> | undefined
let showWays: (() => void) | undefined

/** Whoever shows the ways to join. */
export function setShowWays(show: (() => void) | undefined): void {
  showWays = show
}

interface Launch {
  /** The link that was pressed. */
  readonly link: HTMLElement
  /** Copies the address of the server, for those who add it by hand. */
  readonly copyAddress: ReactNode
}

/**
 * Call it after a link opened the game. If this window still has the focus 2 s later, nothing opened.
 * One check at a time, and independent of the button: the visitor may have left its page by then.
 */
export function checkLaunch({ link, copyAddress }: Launch) {
  clearTimeout(check)
  check = setTimeout(() => {
    if (!document.hasFocus()) return
    toast({
      variant: 'destructive',
      title: msg`Minecraft Not Found`,
      description: msg`Please make sure Minecraft is installed on your device.`,
      duration: shownMs,
      action: {
        label: msg`How to join`,
        run() {
          // The toast leaves with the focus, and a dialog returns the focus to where it was.
          link.focus({ preventScroll: true })
          showWays?.()
        },
      },
      extra: copyAddress,
    })
  }, checkMs)
}
