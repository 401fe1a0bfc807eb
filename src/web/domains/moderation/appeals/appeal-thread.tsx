import { useLingui } from '@lingui/react/macro'
import { Time } from '../../../ui/time.tsx'

interface Message {
  readonly id: number
  readonly isStaff: boolean
  readonly text: string
  readonly createdAt: string
  readonly author?: string | null
}

/** What the player and staff wrote, oldest first. `own`: how the player is called. */
export function AppealThread({ messages, own }: { messages: readonly Message[]; own: string }) {
  const { t } = useLingui()
  return (
    <ol className="grid gap-3">
      {messages.map(({ id, isStaff, text, createdAt, author }) => (
        <li
          key={id}
          className={`rounded-md border border-line px-3 py-2 ${isStaff ? 'bg-ground-raised' : 'bg-ground-card'}`}
        >
          <p className="text-ink-soft text-sm">
            <bdi className="font-semibold">{isStaff ? (author ?? t`Staff`) : own}</bdi>,{' '}
            <Time iso={createdAt} />
          </p>
          <p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-wrap">
            {text}
          </p>
        </li>
      ))}
    </ol>
  )
}
