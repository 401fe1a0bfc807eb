import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { textLimits } from '../../../../contract/limits.ts'
import { commentEndpoints } from '../../../../contract/posts/comments-endpoints.ts'
import { type Comment, CommentText, type NewComment } from '../../../../contract/posts/comments-schemas.ts'
import { codePoints } from '../../../../contract/text.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage, isStatus } from '../../../platform/api-error.ts'
import { newIdempotencyKey } from '../../../platform/forms/idempotency-key.ts'
import { useFormDraft } from '../../../platform/forms/use-form-draft.ts'
import { useSchemaForm } from '../../../platform/forms/use-schema-form.ts'
import { showSignInToast } from '../../../platform/sign-in-toast.ts'
import { toast } from '../../../platform/toasts.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { classes } from '../../../ui/classes.ts'
import { DraftNote } from '../../../ui/form/draft-note.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { ListedRank } from '../../../ui/rank-badge.tsx'
import { MentionTextarea } from '../mentions/mention-textarea.tsx'
import { PostContent } from '../post-content.tsx'
import { showErrorToast } from '../post-toasts.ts'
import { type CommentSubject, subjectPath } from './comment-subject.ts'
import { refetchComments } from './comments-query.ts'

interface WriteCommentProps {
  readonly subject: CommentSubject
  /** Newer comments are not shown yet, so that a new one appears below what is shown. */
  readonly hasMore: boolean
  /** Who asked for the form wants to write. */
  readonly autoFocus?: boolean
  readonly onSent: () => void
}

/** A form for members, the way to sign in for visitors. */
export function WriteComment(props: WriteCommentProps) {
  const viewer = useViewer()
  return viewer === null ? (
    <SignInToComment subject={props.subject} />
  ) : (
    <CommentForm key={viewer.id} {...props} />
  )
}

const SignInToComment = ({ subject }: { subject: CommentSubject }) => (
  <Card tone="ember" className="flex flex-wrap items-center justify-between gap-4">
    <p className="font-semibold">
      <Trans>Sign in to comment</Trans>
    </p>
    <Button asChild>
      <Link to={`/auth?redirect=${subjectPath(subject)}`}>
        <LogIn aria-hidden className="size-4" />
        <Trans>Sign in</Trans>
      </Link>
    </Button>
  </Card>
)

interface WriteReplyProps extends WriteCommentProps {
  readonly parent: Comment
  /** How many replies are listed. */
  readonly replies: number
  readonly onCancel: () => void
}

/** A form below the comment that it replies to, for members. */
export function WriteReply(props: WriteReplyProps) {
  const viewer = useViewer()
  return viewer && <CommentForm key={viewer.id} autoFocus {...props} />
}

const noText = { content: '' }

interface Sent {
  readonly content: string
  /** As many replies as were listed then: what is being sent gives way to the reply once that is listed. */
  readonly replies: number | undefined
}

const send = (subject: CommentSubject, written: { body: NewComment; idempotencyKey: string }) =>
  subject.type === 'post'
    ? api(commentEndpoints.create, { params: { id: subject.id }, ...written })
    : api(commentEndpoints.createOnNews, { params: { slug: subject.slug }, ...written })

function CommentForm({
  subject,
  hasMore,
  autoFocus,
  parent,
  replies,
  onCancel,
  onSent,
}: WriteCommentProps & Partial<WriteReplyProps>) {
  const { t } = useLingui()
  const client = useQueryClient()
  const form = useSchemaForm(CommentText, noText)
  const on = subject.type === 'post' ? subject.id : subject.slug
  const draft = useFormDraft(form, `comment-${on}${parent === undefined ? '' : `-${parent.id}`}`, noText)
  const attempt = useRef({ content: '', key: '' })

  /** A failed attempt is repeated under its key: if only the response got lost, there is no second comment. */
  function keyOf(content: string): string {
    if (attempt.current.content !== content) attempt.current = { content, key: newIdempotencyKey() }
    return attempt.current.key
  }

  const create = useMutation({
    mutationFn: ({ content }: Sent) =>
      send(subject, {
        body: { content, ...(parent && { parentId: parent.id }) },
        idempotencyKey: keyOf(content),
      }),
    async onSuccess() {
      attempt.current = { content: '', key: '' }
      form.reset(noText)
      draft.remove()
      if (hasMore) toast({ title: t`Comment Posted`, description: t`Load more to see it.` })
      await refetchComments(client, subject)
      onSent()
    },
    onError(error) {
      if (isStatus(error, 401)) showSignInToast(msg`You must be logged in to comment`)
      else showErrorToast(errorMessage(error, t`Failed to post comment`))
    },
  })
  const isSendingReply = create.isPending && parent !== undefined
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // A form that was out of sight has lost the focus.
    if (create.isError && document.activeElement === document.body)
      element.current?.querySelector('textarea')?.focus()
  }, [create.isError])
  const card = (
    <Card tone="ember" className={classes(parent && 'mt-3 sm:ms-10', isSendingReply && 'hidden')}>
      <form
        ref={element}
        noValidate
        className="grid grid-cols-1 gap-4"
        onSubmit={form.submit(create, ({ content }, handler) => create.mutate({ content, replies }, handler))}
      >
        <DraftNote restored={draft.restored} onDiscard={draft.discard} />
        <MentionTextarea
          label={
            parent === undefined ? t`Your comment` : t`Your reply to ${{ username: parent.user.username }}`
          }
          rows={3}
          required
          autoFocus={autoFocus}
          readOnly={create.isPending}
          hint={`${codePoints(form.watch('content'))}/${textLimits.comment}`}
          {...form.field('content')}
        />
        <div className="flex flex-wrap gap-3 sm:justify-end">
          {onCancel && (
            <Button look="quiet" onClick={onCancel}>
              <Trans>Cancel</Trans>
            </Button>
          )}
          <SubmitButton busy={create.isPending} className="max-sm:grow">
            {create.isPending ? t`Posting...` : parent === undefined ? t`Comment` : t`Send reply`}
          </SubmitButton>
        </div>
      </form>
    </Card>
  )
  return (
    <>
      {isSendingReply && create.variables.replies === replies && (
        <ReplyBeingSent content={create.variables.content} />
      )}
      {card}
    </>
  )
}

/** As high as the reply that follows, so that nothing moves once it is there. */
function ReplyBeingSent({ content }: { content: string }) {
  const { t } = useLingui()
  const viewer = useViewer()
  if (viewer === null) return null
  return (
    <div className="ms-3 flex gap-3 border-line border-s-2 py-4 ps-3 opacity-50 sm:ms-10">
      <Avatar username={viewer.username} avatarUrl={viewer.avatarUrl} size="sm" />
      <div className="me-7 min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="wrap-anywhere min-w-0 font-bold text-sm leading-6">{viewer.username}</bdi>
          <ListedRank rank={viewer.rank} />
          <span className="text-ink-faint text-xs max-sm:basis-full">{t`Posting...`}</span>
        </p>
        <div className="-mt-2 text-sm">
          <PostContent content={content} />
        </div>
      </div>
    </div>
  )
}
