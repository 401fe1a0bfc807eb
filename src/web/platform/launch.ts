import { toast } from './toasts.ts'

const checkMs = 2_000
let check: ReturnType<typeof setTimeout> | undefined

/**
 * Call it after a link opened the game. If this window still has the focus 2 s later, nothing opened.
 * One check at a time, and independent of the button: the visitor may have left its page by then.
 */
export function checkLaunch() {
  clearTimeout(check)
  check = setTimeout(() => {
    if (!document.hasFocus()) return
    toast({
      variant: 'destructive',
      title: 'Minecraft Not Found',
      description: 'Please make sure Minecraft is installed on your device.',
    })
  }, checkMs)
}
