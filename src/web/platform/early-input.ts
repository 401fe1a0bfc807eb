import { useEffect, useEffectEvent } from 'react'

/**
 * Passes on input from before hydration, or that the browser restored: React leaves it in the document without an event.
 * `standing` reads the document, and returns undefined for no input.
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
