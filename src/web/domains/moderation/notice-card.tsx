import { Link } from 'react-router'
import type { Notice } from '../../../contract/moderation/moderation-schemas.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardText, CardTitle } from '../../ui/card.tsx'
import { Time } from '../../ui/time.tsx'

const titles: Record<Notice['kind'], string> = {
  post_removed: 'A moderator removed your post',
  restricted: 'Your account is restricted',
  restriction_lifted: 'Your restriction was lifted',
  bio_cleared: 'A moderator cleared your bio',
  picture_cleared: 'A moderator removed your picture',
  name_cleared: 'A moderator cleared your name',
  application_changed: 'Your application was updated',
  matches_excluded: 'Staff excluded matches that you played',
  matches_restored: 'Staff restored matches that you played',
  punished: 'You were punished in game',
  punishment_lifted: 'Your punishment was lifted',
  appeal_answered: 'Staff asked you about your appeal',
  appeal_decided: 'Your appeal was decided',
  rerated: 'Your rating was computed again',
}

/** What follows, in a sentence. */
const hints: Partial<Record<Notice['kind'], string>> = {
  restricted: 'You can read, but not post, like, report, register for events or change your profile.',
  name_cleared: 'You still sign in with your old name. Others see this one until you choose another below:',
}

/** Kinds that lead to /appeal. */
const canAppeal: readonly Notice['kind'][] = ['restricted', 'punished', 'appeal_answered', 'appeal_decided']

interface NoticeCardProps {
  readonly notice: Notice
  readonly busy: boolean
  readonly onSeen: () => void
}

export function NoticeCard({
  notice: { kind, text, reason, until, createdAt },
  busy,
  onSeen,
}: NoticeCardProps) {
  return (
    <Card tone="ember" className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div className="min-w-0 flex-1 basis-64">
        <CardTitle>
          {titles[kind]}
          {until !== null && (
            <>
              {' '}
              until <Time iso={until} />
            </>
          )}
        </CardTitle>
        {canAppeal.includes(kind) && (
          <CardText className="mt-2">
            <Link to="/appeal" className="font-semibold underline underline-offset-4">
              {kind === 'restricted' || kind === 'punished' ? 'Appeal' : 'Open the appeal'}
            </Link>
          </CardText>
        )}
        {hints[kind] !== undefined && <CardText className="mt-2">{hints[kind]}</CardText>}
        {text !== '' && (
          <CardText dir="auto" className="wrap-anywhere mt-2 whitespace-pre-wrap">
            {text}
          </CardText>
        )}
        {reason !== null && (
          <CardText dir="auto" className="wrap-anywhere mt-2 whitespace-pre-wrap">
            <span className="font-semibold text-ink">Reason: </span>
            {reason}
          </CardText>
        )}
        <Time iso={createdAt} className="mt-2 block text-ink-faint text-xs" />
      </div>
      <Button look="quiet" size="sm" aria-disabled={busy || undefined} onClick={() => !busy && onSeen()}>
        Understood
      </Button>
    </Card>
  )
}
