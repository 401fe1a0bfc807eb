import { type ComponentType, useEffect, useState } from 'react'
import { useToasts } from '../platform/toasts.ts'

/** The first sign of somebody at the device: a toast may follow, since most answer something that was done. */
const signs = ['pointerdown', 'keydown'] as const

/**
 * The toast region, fetched with the first sign of somebody or the first toast, whichever is earlier: reading a page
 * needs none. When it cannot be fetched, the next toast asks again.
 */
export function ToastPlace() {
  const { shown } = useToasts()
  const somebody = useSomebody()
  const [Region, setRegion] = useState<ComponentType | null>(null)
  const wanted = Region === null && (somebody || shown !== null)
  const toastId = shown?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new toast is a new reason to ask.
  useEffect(() => {
    if (!wanted) return
    let current = true
    import('../ui/toast.tsx').then(
      ({ ToastRegion }) => current && setRegion(() => ToastRegion),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [wanted, toastId])
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
