import { useEffect, useState } from 'react'

const pauseMs = 250

/** A text that is being typed, as it was when the typing last paused: a list does not ask for every letter. */
export function useDebouncedValue(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    if (text === settled) return
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, settled])
  return settled
}
