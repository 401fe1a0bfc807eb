import { useEffect, useState } from 'react'
import { useToasts } from '../platform/toasts.ts'
import { useFetched } from '../platform/use-fetched.ts'

/** The first sign of somebody at the device: a toast may follow, since most answer something that was done. */
const signs = ['pointerdown', 'keydown'] as const

const toastRegion = async () => (await import('../ui/toast.tsx')).ToastRegion

/**
 * The toast region, fetched with the first sign of somebody or the first toast, whichever is earlier: reading a page
 * needs none. When it cannot be fetched, the next toast asks again.
 */
export function ToastPlace() {
  const { shown } = useToasts()
  const somebody = useSomebody()
  const Region = useFetched(toastRegion, { wanted: somebody || shown !== null, reason: shown?.id })
  return Region && <Region />
}

function useSomebody(): boolean {
  const [somebody, setSomebody] = useState(false)
  useEffect(() => {
    if (somebody) return
    const notice = () => setSomebody(true)
    for (const sign of signs) addEventListener(sign, notice, { passive: true })
    return () => {
      for (const sign of signs) removeEventListener(sign, notice)
    }
  }, [somebody])
  return somebody
}
