import { useId, useState } from 'react'
import { classes } from '../../../ui/classes.ts'
import { fewBlankLines } from '../../../ui/few-blank-lines.ts'

/** Longer ones are folded: who looks for one message need not scroll through another. */
const isLong = (text: string) => text.length > 600 || text.split('\n').length > 8

export function MessageText({ text: written }: { text: string }) {
  const text = fewBlankLines(written)
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="mt-3">
      <p
        id={id}
        dir="auto"
        className={classes(
          'wrap-anywhere max-w-prose whitespace-pre-wrap text-sm leading-relaxed',
          isLong(text) && !open && 'line-clamp-6',
        )}
      >
        {text}
      </p>
      {isLong(text) && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="mt-1 min-h-6 font-semibold text-ember-bright text-sm underline-offset-4 hover:underline"
        >
          {open ? 'Fold the message' : 'Show the whole message'}
        </button>
      )}
    </div>
  )
}
