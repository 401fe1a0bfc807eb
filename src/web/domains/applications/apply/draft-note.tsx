import { Confirm } from '../../../ui/confirm.tsx'
import type { Keeping } from './use-application-form.ts'

interface DraftNoteProps {
  readonly keeping: Keeping
  readonly restored: boolean
  readonly onStartOver: () => void
}

const words: Readonly<Record<Keeping, string>> = {
  untouched: 'What you write is kept in this browser until you send it.',
  kept: 'Your draft is kept in this browser until you send it.',
  refused: 'This browser does not let us keep a draft: please finish before you close the page.',
}

/** Says where the draft is, and offers to throw it away. */
export function DraftNote({ keeping, restored, onStartOver }: DraftNoteProps) {
  return (
    <div className="grid justify-items-start gap-2 text-ink-faint text-sm leading-relaxed">
      <p>
        {restored && <span className="text-ink-soft">Welcome back, here is what you wrote last time. </span>}
        {words[keeping]}
      </p>
      {keeping !== 'untouched' && (
        <Confirm
          title="Start Over"
          description="Your answers are thrown away and the form begins empty."
          confirmLabel="Throw Away"
          onConfirm={onStartOver}
          trigger={
            <button
              type="button"
              className="min-h-6 font-semibold text-ink-soft underline underline-offset-2 hover:text-ember-bright"
            >
              Start over
            </button>
          }
        />
      )}
    </div>
  )
}
