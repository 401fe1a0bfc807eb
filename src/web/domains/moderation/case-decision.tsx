import { canDecideCase } from '../../../contract/moderation/moderation.ts'
import type { ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'
import { useViewer } from '../../platform/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { CaseClaim } from './case-claim.tsx'
import { ClearProfileDialog } from './clear-profile-dialog.tsx'
import { RemovePostDialog } from './remove-post-dialog.tsx'
import { RestrictDialog } from './restrict-dialog.tsx'
import type { AllCaseWork, Choice } from './use-case-work.ts'
import { useDecide } from './use-decide.ts'

interface CaseDecisionProps {
  readonly open: ModerationCase
  readonly work: AllCaseWork
  readonly onPostRemoved: () => void
}

/** What can be done about an open case, unless it is somebody else's to decide. */
export function CaseDecision(props: CaseDecisionProps) {
  const viewer = useViewer()
  const { open } = props
  if (!canDecideCase(viewer, open))
    return (
      <p className="text-ink-soft text-sm">
        {open.viewerReported
          ? 'You reported this. Somebody else decides it.'
          : open.subject?.id === viewer?.id
            ? 'This is about you. Somebody else decides it.'
            : 'Only somebody of a higher rank decides this.'}
      </p>
    )
  return <Deciding {...props} viewerId={viewer?.id} />
}

function Deciding({
  open,
  work,
  onPostRemoved,
  viewerId,
}: CaseDecisionProps & { viewerId: number | undefined }) {
  const decide = useDecide(open, work, onPostRemoved)
  const note = work.noteOf(open)
  const busy = decide.isPending
  const say = (decision: Choice, reason?: string, onSuccess?: () => void) => {
    if (!busy) decide.mutate({ decision, note, reason }, onSuccess && { onSuccess })
  }
  const state = { size: 'sm', 'aria-disabled': busy || undefined } as const
  const who = open.subject?.username ?? 'an account that is gone'
  const about = open.subjectType === 'post' ? `(post by ${who})` : `(${who})`
  const hidden = <bdi className="sr-only"> {about}</bdi>
  const isTaken = open.claim !== null && open.claim.id !== viewerId
  return (
    <div className="grid gap-3">
      <CaseClaim one={open} viewerId={viewerId} about={about} />
      {(!isTaken || note !== '') && (
        <Textarea
          label="Note for the team"
          rows={1}
          maxLength={1_000}
          value={note}
          onChange={(event) => work.write(open, { note: event.target.value })}
        />
      )}
      {!isTaken && (
        <div className="grid grid-cols-2 gap-2">
          {open.subjectType === 'post' && open.isThere && (
            <RemovePostDialog
              busy={busy}
              onRemove={(reason, close) => say('remove', reason, close)}
              trigger={
                <Button variant="red" {...state}>
                  Remove post
                  {hidden}
                </Button>
              }
            />
          )}
          <Button look="quiet" {...state} onClick={() => say('action')}>
            Dealt with
            {hidden}
          </Button>
          <Button look="quiet" {...state} onClick={() => say('dismiss')}>
            Dismiss
            {hidden}
          </Button>
          {open.subject?.isMember && (
            <>
              <RestrictDialog target={open.subject} restriction={open.restriction} />
              <ClearProfileDialog target={open.subject} />
            </>
          )}
        </div>
      )}
    </div>
  )
}
