import type { Notice } from '../../../contract/moderation.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardText, CardTitle } from '../../ui/card.tsx'
import { Time } from '../../ui/time.tsx'

const titles: Record<Notice['kind'], string> = {
  post_removed: 'A moderator removed your post',
  restricted: 'You cannot post',
  restriction_lifted: 'You may post again',
}

interface NoticeCardProps {
  readonly notice: Notice
  readonly busy: boolean
  readonly onSeen: () => void
}

export function NoticeCard({ notice: { kind, text, until, createdAt }, busy, onSeen }: NoticeCardProps) {
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
        {text !== '' && (
          <CardText dir="auto" className="wrap-anywhere mt-2 whitespace-pre-wrap">
            {text}
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
