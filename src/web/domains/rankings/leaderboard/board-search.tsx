import { Trans, useLingui } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { searchLimits } from '../../../../contract/rankings/leaderboard.ts'
import { isSearchable, minSearched } from '../../../../contract/text.ts'
import { useEarlyInput } from '../../../platform/early-input.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { AddressForm } from './address-form.tsx'
import { type BoardChoice, searchOf } from './board-choice.ts'

const pauseMs = 300

/** A text that is being typed, and the search that follows it after a pause. `search` is the one in force. */
function useSearchText(search: string, onSearch: (search: string) => void) {
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

export interface BoardSearchProps {
  readonly choice: BoardChoice
  readonly onSearch: (search: string) => void
}

export function BoardSearch({ choice, onSearch }: BoardSearchProps) {
  const { t } = useLingui()
  const { page: _, search, ...kept } = choice
  const input = useRef<HTMLInputElement>(null)
  const { text, setText, searchNow } = useSearchText(search, onSearch)
  useEarlyInput(text, () => input.current?.value, setText)
  const typed = text.trim()
  return (
    <AddressForm
      role="search"
      kept={kept}
      onSubmit={(event) => {
        event.preventDefault()
        searchNow()
      }}
    >
      <TextField
        ref={input}
        type="search"
        name="search"
        label={
          <span className="inline-flex items-center gap-1.5 max-sm:sr-only">
            <Search aria-hidden className="size-4 text-ink-faint" />
            <Trans>Search players</Trans>
          </span>
        }
        placeholder={t`Find a player`}
        autoComplete="off"
        spellCheck={false}
        maxLength={searchLimits.max}
        value={text}
        onChange={(event) => setText(event.target.value)}
        hint={
          typed !== '' && !isSearchable(typed)
            ? t`Type at least ${minSearched} characters to search`
            : undefined
        }
      />
    </AddressForm>
  )
}
