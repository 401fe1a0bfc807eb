import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Message } from '../../../contract/languages.ts'
import { anchorOf } from '../../../contract/links.ts'
import type { Notice } from '../../../contract/moderation/moderation-schemas.ts'
import { noticeRules } from '../../../contract/notifications/notice-types.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardText, CardTitle } from '../../ui/card.tsx'
import { classes } from '../../ui/classes.ts'
import { Time } from '../../ui/time.tsx'

/** What follows, in a sentence. */
const hints: Partial<Record<Notice['kind'], Message>> = {
  restricted: msg`You can read, but not post, like, report, register for events or change your profile.`,
  name_cleared: msg`You still sign in with your old name. Others see this one until you choose another below:`,
}

interface NoticeCardProps {
  readonly notice: Notice
  /** The address names it. */
  readonly isLinked: boolean
  readonly busy: boolean
  readonly onSeen: () => void
}

export function NoticeCard({
  notice: { id, kind, text, reason, until, createdAt },
  isLinked,
  busy,
  onSeen,
}: NoticeCardProps) {
  const { t } = useLingui()
  const { title, isAppealable } = noticeRules[kind]
  const what = t(title)
  const hint = hints[kind]
  return (
    <Card
      id={anchorOf('notice', id)}
      tabIndex={-1}
      aria-current={isLinked || undefined}
      tone="ember"
      className={classes(
        'flex scroll-mt-20 flex-wrap items-start justify-between gap-x-6 gap-y-4',
        isLinked && 'border-s-4 border-s-ember',
      )}
    >
      <div className="min-w-0 flex-1 basis-64">
        <CardTitle>
          {until === null ? (
            what
          ) : (
            <Trans>
              {what} until <Time iso={until} />
            </Trans>
          )}
        </CardTitle>
        {isAppealable && (
          <CardText className="mt-2">
            <Link to="/appeal" className="font-semibold underline underline-offset-4">
              {kind === 'restricted' || kind === 'punished' ? t`Appeal` : t`Open the appeal`}
            </Link>
          </CardText>
        )}
        {hint !== undefined && <CardText className="mt-2">{t(hint)}</CardText>}
        {text !== '' && (
          <CardText dir="auto" className="wrap-anywhere mt-2 whitespace-pre-wrap">
            {text}
          </CardText>
        )}
        {reason !== null && (
          <CardText dir="auto" className="wrap-anywhere mt-2 whitespace-pre-wrap">
            <Trans>
              <span className="font-semibold text-ink">Reason: </span>
              {reason}
            </Trans>
          </CardText>
        )}
        <Time iso={createdAt} className="mt-2 block text-ink-faint text-xs" />
      </div>
      <Button look="quiet" size="sm" aria-disabled={busy || undefined} onClick={() => !busy && onSeen()}>
        <Trans>Understood</Trans>
      </Button>
    </Card>
  )
}
