import { CornerUpLeft } from 'lucide-react'
import { Link } from 'react-router'
import type { ContactMessage } from '../../../../contract/admin/desk-schemas.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { answerTo } from './mail-address.ts'
import { MessageText } from './message-text.tsx'
import { useMarkMessage } from './use-mark-message.ts'

/** A message with what can be done about it. Answering is the mail program's work. */
export function MessageCard({ message }: { message: ContactMessage }) {
  const { id, name, email, subject, readAt, readBy, flagged, userId } = message
  const mark = useMarkMessage(id)
  const isNew = readAt === null && !flagged
  const busy = mark.isPending || undefined
  const about = <bdi className="sr-only"> {subject}</bdi>
  return (
    <article
      data-row
      tabIndex={-1}
      aria-labelledby={`message-${id}`}
      className={classes(
        'rounded-lg border border-line border-l-2 bg-ground-card p-4 sm:p-5',
        isNew && 'border-l-ember',
      )}
    >
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h2 id={`message-${id}`} className="wrap-anywhere min-w-0 font-bold leading-6">
          {isNew && (
            <Badge tone="ember" className="mr-2 align-middle">
              New
            </Badge>
          )}
          {flagged && (
            <Badge tone="bad" className="mr-2 align-middle">
              Spam
            </Badge>
          )}
          <bdi>{subject}</bdi>
        </h2>
        <RelativeTime iso={message.createdAt} className="text-ink-faint text-xs leading-6" />
      </header>
      <p className="wrap-anywhere mt-0.5 text-ink-soft text-sm">
        <bdi>{name}</bdi> · <bdi>{email}</bdi>
        {userId !== null && (
          <>
            {' · '}
            <Link to={`/player/${userId}`} className="underline underline-offset-2 hover:text-ember-bright">
              signed in as this account
            </Link>
          </>
        )}
      </p>
      <MessageText text={message.message} />
      <footer className="mt-4 flex flex-wrap items-center gap-2">
        <Button
          look="quiet"
          size="sm"
          aria-disabled={busy}
          onClick={() => !busy && mark.mutate({ read: readAt === null })}
        >
          {readAt === null ? 'Mark as read' : 'Mark as unread'}
          {about}
        </Button>
        <Button asChild look="quiet" size="sm">
          <a href={answerTo(email, subject)}>
            <CornerUpLeft aria-hidden className="size-4 max-sm:hidden" />
            Answer<span className="sr-only"> by mail</span>
            {about}
          </a>
        </Button>
        <Button
          look="quiet"
          size="sm"
          aria-disabled={busy}
          onClick={() => !busy && mark.mutate({ flagged: !flagged })}
        >
          {flagged ? 'Not spam' : 'Spam'}
          {about}
        </Button>
        {readBy !== null && (
          <span className="wrap-anywhere min-w-0 text-ink-faint text-sm sm:ml-auto">
            read by <bdi>{readBy}</bdi>
          </span>
        )}
      </footer>
    </article>
  )
}
