import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { contactAdminEndpoints } from '../../../../contract/reports/contact-admin-endpoints.ts'
import type { ContactMessage } from '../../../../contract/reports/contact-admin-schemas.ts'
import { api } from '../../../platform/api.ts'
import { adminKey } from '../../../platform/keyset-query.ts'
import { toastFailure } from '../../../platform/toasts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { fewBlankLines } from '../../../ui/form/few-blank-lines.ts'
import { AdminRow } from '../../../ui/list/admin-list/admin-row.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Time } from '../../../ui/time.tsx'
import { ReplyToMessage } from './reply-to-message.tsx'

/** Longer ones are folded: who looks for one message need not scroll through another. */
const isLong = (text: string) => text.length > 600 || text.split('\n').length > 8

function MessageText({ text: written }: { text: string }) {
  const { t } = useLingui()
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
          className="mt-1 min-h-6 font-semibold text-ink text-sm underline underline-offset-4"
        >
          {open ? t`Fold the message` : t`Show the whole message`}
        </button>
      )}
    </div>
  )
}

interface MessageRowProps {
  readonly message: ContactMessage
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly selection: { readonly isSelected: boolean; readonly toggle: () => void }
}

/** A message in the list: who wrote about what, and who has dealt with it. */
export function MessageRow({ message, ...state }: MessageRowProps) {
  const { t } = useLingui()
  const { id, name, subject, flagged, readAt, readBy, answer } = message
  const answerer = answer?.by ?? t`a deleted account`
  const isNew = readAt === null && !flagged
  return (
    <AdminRow
      name={String(id)}
      title={<bdi>{subject}</bdi>}
      marks={
        <>
          {(isNew || flagged) && <Badge tone={flagged ? 'bad' : 'ember'}>{flagged ? t`Spam` : t`New`}</Badge>}
          {answer?.mail === 'undelivered' && (
            <Badge tone="bad">
              <Trans>Did not arrive</Trans>
            </Badge>
          )}
        </>
      }
      excerpt={message.message}
      facts={
        <>
          <bdi>{name}</bdi>, <RelativeTime iso={message.createdAt} />
          {answer !== null ? (
            <Trans>
              {' '}
              · answered by <bdi>{answerer}</bdi>
            </Trans>
          ) : (
            readBy !== null && (
              <Trans>
                {' '}
                · read by <bdi>{readBy}</bdi>
              </Trans>
            )
          )}
        </>
      }
      isNew={isNew}
      {...state}
    />
  )
}

/** A message with its reply, and what can be done about it. */
export function MessageDetail({ message }: { message: ContactMessage }) {
  const { t } = useLingui()
  const { id, name, email, subject, readAt, readBy, flagged, userId, answer } = message
  const mark = useMarkMessage(id)
  const busy = mark.isPending || undefined
  const answerer = answer?.by ?? t`a deleted account`
  return (
    <>
      <p className="wrap-anywhere text-ink-soft text-sm">
        <bdi>{name}</bdi> ·{' '}
        <a href={mailtoLink(email, subject)} className="underline underline-offset-2 hover:text-ember-bright">
          <bdi>{email}</bdi>
        </a>
        {userId !== null && (
          <>
            {' · '}
            <Link to={`/player/${userId}`} className="underline underline-offset-2 hover:text-ember-bright">
              <Trans>signed in as this account</Trans>
            </Link>
          </>
        )}
        {' · '}
        <Time iso={message.createdAt} />
      </p>
      <MessageText text={message.message} />
      {answer !== null && (
        <section aria-label={t`Answer`} className="mt-4 border-line border-s-2 ps-4">
          <p className="text-ink-soft text-sm">
            <Trans>
              Answered by <bdi>{answerer}</bdi> · <RelativeTime iso={answer.at} />
            </Trans>
          </p>
          {answer.mail === 'undelivered' && (
            <p className="mt-1 text-bad text-sm">
              <Trans>
                The email did not arrive: the mail server refused it, or could not be reached for days.
              </Trans>
            </p>
          )}
          {answer.mail === 'waiting' && (
            <p className="mt-1 text-ink-soft text-sm">
              <Trans>The email is on its way.</Trans>
            </p>
          )}
          <MessageText text={answer.text} />
        </section>
      )}
      <footer className="mt-5 flex flex-wrap items-center gap-2 border-line border-t pt-4">
        {answer === null && <ReplyToMessage message={message} />}
        <Button
          look="quiet"
          size="sm"
          aria-disabled={busy}
          onClick={() => !busy && mark.mutate({ read: readAt === null })}
        >
          {readAt === null ? (
            <Trans>
              Mark as read<bdi className="sr-only"> {subject}</bdi>
            </Trans>
          ) : (
            <Trans>
              Mark as unread<bdi className="sr-only"> {subject}</bdi>
            </Trans>
          )}
        </Button>
        <Button
          look="quiet"
          size="sm"
          aria-disabled={busy}
          onClick={() => !busy && mark.mutate({ flagged: !flagged })}
        >
          {flagged ? (
            <Trans>
              Not spam<bdi className="sr-only"> {subject}</bdi>
            </Trans>
          ) : (
            <Trans>
              Spam<bdi className="sr-only"> {subject}</bdi>
            </Trans>
          )}
        </Button>
        {readBy !== null && (
          <span className="wrap-anywhere min-w-0 text-ink-faint text-sm sm:ms-auto">
            <Trans>
              read by <bdi>{readBy}</bdi>
            </Trans>
          </span>
        )}
      </footer>
    </>
  )
}

/**
 * A link that opens the mail program with a reply. Address and subject are whatever a stranger wrote: each part
 * is escaped, so that neither adds another recipient or a body. The @ between the two halves has to stay one.
 */
function mailtoLink(email: string, subject: string): string {
  const at = email.lastIndexOf('@')
  const address = `${encodeURIComponent(email.slice(0, at))}@${encodeURIComponent(email.slice(at + 1))}`
  return `mailto:${address}?subject=${encodeURIComponent(`Re: ${subject}`)}`
}

interface Marks {
  readonly read?: boolean
  readonly flagged?: boolean
}

function useMarkMessage(id: number) {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (marks: Marks) => api(contactAdminEndpoints.markMessage, { params: { id }, body: marks }),
    onError: (error) => toastFailure(t`Update Failed`, error, t`The message could not be marked.`),
    onSettled: () => client.invalidateQueries({ queryKey: adminKey }),
  })
}
