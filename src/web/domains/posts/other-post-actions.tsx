import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Ban, Flag } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { canBlock } from '../../../contract/accounts/blocks.ts'
import type { Post } from '../../../contract/posts/posts-schemas.ts'
import { showSignInToast } from '../../platform/sign-in-toast.ts'
import { useViewer } from '../../platform/viewer.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { MenuItem, MenuSeparator } from '../../ui/dropdown-menu.tsx'
import { BlockDialog } from '../accounts/blocks/block-dialog.tsx'
import { askToSignIn } from '../accounts/blocks/use-block.ts'
import { PostMenu } from './post-menu.tsx'
import { ReportForm } from './report-form.tsx'

/** What everybody but the author may do. */
export function OtherPostActions({ post }: { post: Post }) {
  const viewer = useViewer()
  const menuButton = useRef<HTMLButtonElement>(null)
  const [reporting, setReporting] = useState(false)
  const [blocking, setBlocking] = useState(false)

  function report() {
    if (viewer === null) showSignInToast(msg`You must be logged in to report posts`)
    else setReporting(true)
  }

  return (
    <>
      <PostMenu post={post} buttonRef={menuButton}>
        {canBlock(viewer, post.user) && (
          <MenuItem onSelect={() => (viewer === null ? askToSignIn() : setBlocking(true))}>
            <Ban aria-hidden className="size-4" />
            <Trans>Block</Trans>
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem tone="danger" onSelect={report}>
          <Flag aria-hidden className="size-4" />
          <Trans>Report</Trans>
        </MenuItem>
      </PostMenu>
      <BlockDialog member={post.user} open={blocking} onOpenChange={setBlocking} returnFocusTo={menuButton} />
      <ReportPostDialog post={post} open={reporting} onOpenChange={setReporting} menuButton={menuButton} />
    </>
  )
}

interface ReportPostDialogProps {
  readonly post: Post
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly menuButton: RefObject<HTMLButtonElement | null>
}

function ReportPostDialog({ post, open, onOpenChange, menuButton }: ReportPostDialogProps) {
  const { username } = post.user
  const { t } = useLingui()
  return (
    <Dialog
      title={t`Report Post`}
      description={
        <Trans>
          The moderators will see the post by <bdi>{username}</bdi> together with your reason.
        </Trans>
      }
      open={open}
      onOpenChange={onOpenChange}
      returnFocusTo={menuButton}
    >
      <ReportForm what="post" id={post.id} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}
