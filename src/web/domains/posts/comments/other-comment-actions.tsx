import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Ban, Ellipsis, Flag } from 'lucide-react'
import { useRef, useState } from 'react'
import { canBlock } from '../../../../contract/accounts/blocks.ts'
import type { Comment } from '../../../../contract/posts/comments-schemas.ts'
import { showSignInToast } from '../../../platform/sign-in-toast.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DropdownMenu, MenuItem } from '../../../ui/dropdown-menu.tsx'
import { BlockDialog } from '../../accounts/blocks/block-dialog.tsx'
import { askToSignIn } from '../../accounts/blocks/use-block.ts'
import { postActionClass } from '../post-action-class.ts'
import { ReportForm } from '../report-form.tsx'

/** What everybody but the author of a comment may do. */
export function OtherCommentActions({ comment }: { comment: Comment }) {
  const { t } = useLingui()
  const { user } = comment
  const { username } = user
  const viewer = useViewer()
  const menuButton = useRef<HTMLButtonElement>(null)
  const [asking, setAsking] = useState<'report' | 'block' | null>(null)
  const close = () => setAsking(null)

  function report() {
    if (viewer === null) showSignInToast(msg`You must be logged in to report comments`)
    else setAsking('report')
  }

  return (
    <>
      <DropdownMenu
        trigger={
          <button
            type="button"
            ref={menuButton}
            aria-label={t`Options for the comment by ${{ username: user.username }}`}
            className={postActionClass}
          >
            <Ellipsis aria-hidden className="size-5" />
          </button>
        }
      >
        {canBlock(viewer, user) && (
          <MenuItem onSelect={() => (viewer === null ? askToSignIn() : setAsking('block'))}>
            <Ban aria-hidden className="size-4" />
            <Trans>Block</Trans>
          </MenuItem>
        )}
        <MenuItem tone="danger" onSelect={report}>
          <Flag aria-hidden className="size-4" />
          <Trans>Report</Trans>
        </MenuItem>
      </DropdownMenu>
      <BlockDialog member={user} open={asking === 'block'} onOpenChange={close} returnFocusTo={menuButton} />
      <Dialog
        title={t`Report Comment`}
        description={
          <Trans>
            The moderators will see the comment by <bdi>{username}</bdi> together with your reason.
          </Trans>
        }
        open={asking === 'report'}
        onOpenChange={close}
        returnFocusTo={menuButton}
      >
        <ReportForm what="comment" id={comment.id} onDone={close} />
      </Dialog>
    </>
  )
}
