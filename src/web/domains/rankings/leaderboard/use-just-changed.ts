import { useEffect, useState } from 'react'
import { noChanges, type PositionChanges } from './position-changes.ts'

const litMs = 2_500

/** True for a moment after these changes came: their rows light up. */
export function useJustChanged(changes: PositionChanges): boolean {
  const [past, setPast] = useState(noChanges)
  useEffect(() => {
    if (changes.size === 0) return
    const timer = setTimeout(() => setPast(changes), litMs)
    return () => clearTimeout(timer)
  }, [changes])
  return changes.size > 0 && past !== changes
}
