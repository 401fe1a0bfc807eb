import { useEffect, useState } from 'react'

const pauseMs = 250

/** Returns a text as it was when typing last paused, so that a list makes no request for each letter. */
export function useDebouncedValue(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    if (text === settled) return
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, settled])
  return settled
}
