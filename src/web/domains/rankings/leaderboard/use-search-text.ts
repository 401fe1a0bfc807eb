import { useEffect, useEffectEvent, useState } from 'react'
import { searchOf } from './board-choice.ts'

const pauseMs = 300

/** A text that is being typed, and the search that follows it after a pause. `search` is the one in force. */
export function useSearchText(search: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(search)
  const [inForce, setInForce] = useState(search)
  const [sent, setSent] = useState(search)
  if (inForce !== search) {
    setInForce(search)
    // Not what was typed here: Back, a link, the jump to one's own place.
    if (sent !== search) {
      setSent(search)
      setText(search)
    }
  }

  const wanted = searchOf(text)
  const send = useEffectEvent(() => {
    setSent(wanted)
    onSearch(wanted)
  })
  useEffect(() => {
    if (wanted === sent) return
    const timer = setTimeout(() => send(), pauseMs)
    return () => clearTimeout(timer)
  }, [wanted, sent])

  return {
    text,
    setText,
    /** Without waiting for the pause. */
    searchNow() {
      if (wanted === sent) return
      setSent(wanted)
      onSearch(wanted)
    },
  }
}
