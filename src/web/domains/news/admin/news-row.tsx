import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Pencil, Send, Trash2, Undo2 } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import type { Message } from '../../../../contract/languages.ts'
import { type NewsState, newslettersPerDay, newsPath } from '../../../../contract/news/news.ts'
import type { NewsRecord } from '../../../../contract/news/news-schemas.ts'
import { GoesAlong } from '../../../platform/forms/goes-along.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { useLinkedRow } from '../../../ui/list/linked-row.tsx'
import { PlayerName } from '../../../ui/player-name.tsx'
import { Time } from '../../../ui/time.tsx'
import { CoverDialog } from './cover-dialog.tsx'
import { NewsForm } from './news-form.tsx'
import { PublishNews } from './publish-news.tsx'
import { ScheduleNews } from './schedule-news.tsx'

const states: Readonly<Record<NewsState, readonly [label: Message, tone: BadgeTone]>> = {
  draft: [msg`DRAFT`, 'quiet'],
  scheduled: [msg`SCHEDULED`, 'purple'],
  published: [msg`PUBLISHED`, 'good'],
}

interface NewsRowProps {
  readonly record: NewsRecord
  readonly busy: boolean
  readonly onPublish: (toSubscribers: boolean) => void
  readonly onSchedule: (at: string, toSubscribers: boolean) => void
  readonly onUnpublish: () => void
  readonly onDelete: () => void
}

/** An item with its state, and what an admin does with it. */
export function NewsRow({ record, busy, ...actions }: NewsRowProps) {
  const { t } = useLingui()
  const headingId = useId()
  const { mark, ...row } = useLinkedRow('news', record.id)
  const { title, state, publishAt } = record
  const [label, tone] = states[state]
  const shared = { look: 'quiet', size: 'sm', 'aria-describedby': headingId, disabled: busy } as const
  return (
    <li
      {...row}
      aria-busy={busy}
      className={classes(
        'grid gap-3 rounded-lg border border-line bg-ground-card p-4 aria-busy:opacity-60',
        mark,
      )}
    >
      <div className="grid min-w-0 gap-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-faint text-sm">
          <Badge tone={tone}>{t(label)}</Badge>
          {publishAt !== null && <Time iso={publishAt} />}
          <span className="wrap-anywhere min-w-0">
            <Trans>
              by <PlayerName name={record.author.username} />
            </Trans>
          </span>
          {record.toSubscribers && (
            <span>
              <Trans>to subscribers</Trans>
            </span>
          )}
        </div>
        <h2 id={headingId} className="wrap-anywhere font-display text-2xl leading-tight">
          {state === 'published' ? (
            <Link to={newsPath(record.slug)} className="hover:text-ember-bright">
              <bdi>{title}</bdi>
            </Link>
          ) : (
            <bdi>{title}</bdi>
          )}
        </h2>
        <p className="wrap-anywhere text-ink-soft text-sm">
          <bdi>{record.summary}</bdi>
        </p>
        {record.missedNewsletter && (
          <Alert tone="info" title={t`Not sent to subscribers`}>
            <Trans>{newslettersPerDay} newsletters had gone out within 24 hours when it was published.</Trans>{' '}
            {state === 'published'
              ? t`To send it, wait for a few hours, take it back and publish it to subscribers again.`
              : t`To send it, publish it to subscribers again.`}
          </Alert>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {state !== 'published' && (
          <>
            <PublishNews
              record={record}
              onPublish={actions.onPublish}
              trigger={
                <Button {...shared}>
                  <Send aria-hidden className="size-4" />
                  <Trans>Publish</Trans>
                </Button>
              }
            />
            <ScheduleNews
              record={record}
              describedBy={headingId}
              disabled={busy}
              onSchedule={actions.onSchedule}
            />
          </>
        )}
        {state !== 'draft' && (
          <Confirm
            title={t`Take back item`}
            description={
              state === 'published' ? (
                <Trans>
                  “<bdi>{title}</bdi>” becomes a draft, and links to it lead nowhere.
                </Trans>
              ) : (
                <Trans>
                  “<bdi>{title}</bdi>” becomes a draft.
                </Trans>
              )
            }
            confirmLabel={t`Take back`}
            onConfirm={actions.onUnpublish}
            trigger={
              <Button {...shared}>
                <Undo2 aria-hidden className="size-4" />
                <Trans>Take back</Trans>
              </Button>
            }
          />
        )}
        <FormDialog
          title={t`Edit item`}
          trigger={
            <Button {...shared}>
              <Pencil aria-hidden className="size-4" />
              <Trans>Edit</Trans>
            </Button>
          }
        >
          {(close) => <NewsForm record={record} onDone={close} />}
        </FormDialog>
        <CoverDialog record={record} describedBy={headingId} disabled={busy} />
        <Confirm
          title={t`Delete item`}
          description={
            <Trans>
              “<bdi>{title}</bdi>” is deleted for good.
            </Trans>
          }
          confirmLabel={t`Delete`}
          onConfirm={actions.onDelete}
          trigger={
            <Button {...shared} variant="red">
              <Trash2 aria-hidden className="size-4" />
              <Trans>Delete</Trans>
            </Button>
          }
        >
          <GoesAlong kind="news" id={record.id} />
        </Confirm>
      </div>
    </li>
  )
}
