import { useEffect, useEffectEvent } from 'react'

/**
 * Hands over what was entered before hydration, or what the browser filled in again: React
 * leaves that in sight and knows nothing of it. `standing` reads the document; undefined means that nothing is there.
 */
export function useEarlyInput<Value extends string>(
  known: Value | undefined,
  standing: () => Value | undefined,
  take: (value: Value) => void,
): void {
  const takeOver = useEffectEvent(() => {
    const value = standing()
    if (value !== undefined && value !== known) take(value)
  })
  useEffect(() => takeOver(), [])
}
