import { type RefObject, type SyntheticEvent, useEffect, useRef } from 'react'
import { textLimits } from '../../../contract/limits.ts'
import { useHydrated } from '../../platform/hydrated.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { DraftNote } from '../../ui/draft-note.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { ImagePicker } from './image-picker.tsx'
import { ImagePreview } from './image-preview.tsx'
import { useCreatePost } from './use-create-post.ts'
import { useDraft } from './use-draft.ts'

interface PostComposerProps {
  readonly textarea: RefObject<HTMLTextAreaElement | null>
  /** Called when the composer shows an earlier draft. */
  readonly onRestored: () => void
}

export function PostComposer({ textarea, onRestored }: PostComposerProps) {
  const alive = useHydrated()
  const draft = useDraft(textarea, onRestored)
  const create = useCreatePost({ onPublished: draft.clear })
  const sender = useRef<HTMLButtonElement>(null)
  const picker = useRef<HTMLButtonElement>(null)
  const { content, image } = draft

  const settled = create.isSuccess || create.isError
  useEffect(() => {
    // Being disabled took the focus from the button; whoever went on to something else keeps theirs.
    if (settled && document.activeElement === document.body) sender.current?.focus({ preventScroll: true })
  }, [settled])

  function removeImage() {
    draft.attach(null)
    // The button that was pressed leaves with the image.
    picker.current?.focus()
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (create.isPending) return
    if (draft.check()) create.mutate({ content, image })
    else textarea.current?.focus()
  }

  return (
    <Card tone="ember">
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
        <CardTitle>Create a Post</CardTitle>
        <DraftNote restored={draft.restored} onDiscard={draft.clear}>
          {draft.lostPicture !== '' && (
            <>
              Please choose the picture <bdi className="wrap-anywhere">{draft.lostPicture}</bdi> again.
            </>
          )}
        </DraftNote>
        <Textarea
          ref={textarea}
          label="What is on your mind?"
          placeholder="A clutch win, a duel to settle, a question…"
          rows={3}
          required
          readOnly={create.isPending}
          value={content}
          onChange={(event) => draft.write(event.target.value)}
          hint={
            <span className={draft.tooLong ? 'font-bold text-bad tabular-nums' : 'tabular-nums'}>
              {draft.length}/{textLimits.post}
            </span>
          }
          error={draft.error}
        />
        {image !== null && <ImagePreview file={image} disabled={create.isPending} onRemove={removeImage} />}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <ImagePicker buttonRef={picker} disabled={!alive || create.isPending} onPick={draft.attach} />
          <Button ref={sender} type="submit" disabled={!alive || create.isPending}>
            {create.isPending && <Spinner />}
            {create.isPending ? 'Posting...' : 'Post'}
          </Button>
        </div>
        <p role="status" className="sr-only">
          {create.isSuccess && 'Your post is published.'}
        </p>
      </form>
    </Card>
  )
}
