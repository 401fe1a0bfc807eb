import { useState } from 'react'
import type { ModerationCase } from '../../../contract/moderation.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { RestrictDialog } from './restrict-dialog.tsx'
import { useDecide } from './use-decide.ts'

interface CaseDecisionProps {
  readonly open: ModerationCase
  readonly onPostRemoved: () => void
}

/** What can be done about an open case. Removing asks first, since nothing brings a post back. */
export function CaseDecision({ open, onPostRemoved }: CaseDecisionProps) {
  const [note, setNote] = useState('')
  const decide = useDecide(open, onPostRemoved)
  const busy = decide.isPending
  const say = (decision: 'remove' | 'dismiss' | 'action') => {
    if (!busy) decide.mutate({ decision, note })
  }
  const state = { size: 'sm', 'aria-disabled': busy || undefined } as const
  const who = open.subject?.username ?? 'an account that is gone'
  const about = (
    <bdi className="sr-only"> {open.subjectType === 'post' ? `(post by ${who})` : `(${who})`}</bdi>
  )
  return (
    <div className="grid gap-3">
      <Textarea
        label="Note for the team"
        rows={1}
        maxLength={1_000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="grid grid-cols-2 gap-2">
        {open.subjectType === 'post' && open.isThere && (
          <Confirm
            title="Remove this post?"
            description="It disappears for everybody, and its author is told. This action cannot be undone."
            confirmLabel="Remove Post"
            onConfirm={() => say('remove')}
            trigger={
              <Button variant="red" {...state}>
                Remove post
                {about}
              </Button>
            }
          />
        )}
        <Button look="quiet" {...state} onClick={() => say('action')}>
          Dealt with
          {about}
        </Button>
        <Button look="quiet" {...state} onClick={() => say('dismiss')}>
          Dismiss
          {about}
        </Button>
        {open.subject?.isMember && <RestrictDialog target={open.subject} restriction={open.restriction} />}
      </div>
    </div>
  )
}
