import { Search } from 'lucide-react'
import { useRef } from 'react'
import { searchLimits } from '../../../../contract/rankings/leaderboard.ts'
import { useEarlyInput } from '../../../platform/early-input.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { AddressForm } from './address-form.tsx'
import type { BoardChoice } from './board-choice.ts'
import { useSearchText } from './use-search-text.ts'

export interface BoardSearchProps {
  readonly choice: BoardChoice
  readonly onSearch: (search: string) => void
}

export function BoardSearch({ choice, onSearch }: BoardSearchProps) {
  const { gameType, period, search } = choice
  const input = useRef<HTMLInputElement>(null)
  const { text, setText, searchNow } = useSearchText(search, onSearch)
  useEarlyInput(text, () => input.current?.value, setText)
  const length = [...text.trim()].length
  return (
    <AddressForm
      role="search"
      kept={{ gameType, period }}
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
          <span className="inline-flex items-center gap-1.5">
            <Search aria-hidden className="size-4 text-ink-faint" />
            Search players
          </span>
        }
        placeholder="Player name"
        autoComplete="off"
        spellCheck={false}
        maxLength={searchLimits.most}
        value={text}
        onChange={(event) => setText(event.target.value)}
        hint={
          length > 0 && length < searchLimits.least
            ? `Type at least ${searchLimits.least} characters to search`
            : undefined
        }
      />
    </AddressForm>
  )
}
