import { useEffect, useRef } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import type { Problems } from './check.ts'

interface ErrorSummaryProps {
  readonly problems: Problems
  /** Brings the focus to a field. */
  readonly onGo: (name: string) => void
}

/** All that is wrong with a step, each with the way to its field. It takes the focus when it appears. */
export function ErrorSummary({ problems, onGo }: ErrorSummaryProps) {
  const all = Object.entries(problems)
  const here = useRef<HTMLDivElement>(null)
  useEffect(() => here.current?.focus(), [])
  return (
    <div ref={here} tabIndex={-1} className="rounded-md">
      <Alert
        title={all.length === 1 ? 'One answer needs another look' : `${all.length} answers need another look`}
      >
        <ul className="mt-1 grid gap-0.5">
          {all.map(([name, message]) => (
            <li key={name}>
              <button
                type="button"
                onClick={() => onGo(name)}
                className="min-h-6 text-left text-ink underline underline-offset-2 hover:text-ember-bright"
              >
                {message}
              </button>
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  )
}
