import { Trans, useLingui } from '@lingui/react/macro'
import { Search, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { useEarlyInput } from '../../../platform/early-input.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { controlClass } from '../../../ui/form/field.ts'

export interface FaqSearchProps {
  readonly query: string
  readonly onQuery: (query: string) => void
  /** Questions that are shown, and that there are. */
  readonly shown: number
  readonly all: number
}

/** Narrows the page down while somebody types. Where scripts do not run, it is not there. */
export function FaqSearch({ query, onQuery, shown, all }: FaqSearchProps) {
  const { t } = useLingui()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEarlyInput(query, () => input.current?.value, onQuery)

  function clear() {
    onQuery('')
    input.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of early 2023 do not know <search> yet
    <div role="search" className="grid gap-2 noscript:hidden">
      <label htmlFor={id} className="font-semibold text-sm">
        <Trans>Search the questions</Trans>
      </label>
      <div className="relative">
        <Search aria-hidden className="absolute top-3.5 start-4 size-5 text-ink-faint" />
        <input
          ref={input}
          id={id}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          value={query}
          onChange={(event) => onQuery(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && clear()}
          placeholder={t`ban, link code, streak...`}
          className={classes(controlClass, 'h-12 pe-12 ps-12')}
        />
        {query !== '' && (
          <Button
            look="quiet"
            size="icon"
            aria-label={t`Clear search`}
            onClick={clear}
            className="absolute top-1 end-1 size-10 border-transparent bg-transparent"
          >
            <X aria-hidden className="size-4" />
          </Button>
        )}
      </div>
      <p role="status" className="min-h-5 text-ink-faint text-sm">
        {query.trim() === '' ? t`${all} questions` : t`${shown} of ${all} questions match`}
      </p>
    </div>
  )
}
