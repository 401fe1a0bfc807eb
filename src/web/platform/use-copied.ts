import { msg } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import { toast } from './toasts.ts'

/** How long "Copied" is shown. */
const saidMs = 2_000

/** Puts `text` on the clipboard; where the browser refuses, it is shown to copy by hand. */
export function useCopied(text: string) {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      // Browsers offer no clipboard to pages without https.
      toast({
        variant: 'destructive',
        title: msg`Copy failed`,
        description: msg`Please copy it by hand: ${text}`,
      })
      return
    }
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), saidMs)
  }

  return { copied, copy }
}
