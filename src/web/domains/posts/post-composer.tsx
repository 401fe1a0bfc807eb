import { Trans, useLingui } from '@lingui/react/macro'
import { ImagePlus, X } from 'lucide-react'
import {
  type ChangeEvent,
  type Ref,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { textLimits } from '../../../contract/limits.ts'
import { imageMediaTypes } from '../../../contract/posts/posts.ts'
import { PostContent } from '../../../contract/posts/posts-schemas.ts'
import { textOf } from '../../../contract/sentences.ts'
import { codePoints } from '../../../contract/text.ts'
import { useEarlyInput } from '../../platform/early-input.ts'
import { imageRefusal } from '../../platform/forms/picked-image.ts'
import { useObjectUrl } from '../../platform/forms/use-object-url.ts'
import { useStoredDraft } from '../../platform/forms/use-stored-draft.ts'
import { useHydrated } from '../../platform/hydrated.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { DraftNote } from '../../ui/form/draft-note.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { MentionTextarea } from './mentions/mention-textarea.tsx'
import { showErrorToast } from './post-toasts.ts'
import { useCreatePost } from './use-create-post.ts'

interface PostComposerProps {
  readonly textarea: RefObject<HTMLTextAreaElement | null>
  /** Called when the composer shows an earlier draft. */
  readonly onRestored: () => void
}

export function PostComposer({ textarea, onRestored }: PostComposerProps) {
  const { t } = useLingui()
  const alive = useHydrated()
  const draft = useDraft(textarea, onRestored)
  const create = useCreatePost({ onPublished: draft.clear })
  const sender = useRef<HTMLButtonElement>(null)
  const picker = useRef<HTMLButtonElement>(null)
  const { content, image, lostPicture } = draft

  const settled = create.isSuccess || create.isError
  useEffect(() => {
    // Being disabled took the focus from the button; a member who moved on keeps theirs.
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
        <CardTitle>
          <Trans>Create a Post</Trans>
        </CardTitle>
        <DraftNote restored={draft.restored} onDiscard={draft.clear}>
          {lostPicture !== '' && (
            <Trans>
              Please choose the picture <bdi className="wrap-anywhere">{lostPicture}</bdi> again.
            </Trans>
          )}
        </DraftNote>
        <MentionTextarea
          ref={textarea}
          label={t`What is on your mind?`}
          placeholder={t`A clutch win, a duel to settle, a question…`}
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
            {create.isPending ? t`Posting...` : t({ message: 'Post', comment: 'verb' })}
          </Button>
        </div>
        <p role="status" className="sr-only">
          {create.isSuccess && t`Your post is published.`}
        </p>
      </form>
    </Card>
  )
}

interface ImagePreviewProps {
  readonly file: File
  readonly disabled: boolean
  readonly onRemove: () => void
}

/** The image that goes with the post. */
function ImagePreview({ file, disabled, onRemove }: ImagePreviewProps) {
  const { t } = useLingui()
  return (
    <div className="flex items-center gap-3 rounded-md border border-line bg-ground p-2">
      <img
        src={useObjectUrl(file)}
        alt={t`Preview of ${{ name: file.name }}`}
        className="size-20 shrink-0 rounded-sm bg-ground-raised object-cover"
      />
      <p className="min-w-0 flex-1 truncate text-ink-soft text-sm">{file.name}</p>
      <Button look="quiet" size="icon" aria-label={t`Remove image`} disabled={disabled} onClick={onRemove}>
        <X aria-hidden className="size-4" />
      </Button>
    </div>
  )
}

interface ImagePickerProps {
  readonly disabled: boolean
  /** Only with an image that can be posted. */
  readonly onPick: (file: File) => void
  readonly buttonRef: Ref<HTMLButtonElement>
}

function ImagePicker({ disabled, onPick, buttonRef }: ImagePickerProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)

  function pick({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0]
    // Emptied, so that picking the same file again is a change again.
    currentTarget.value = ''
    if (file === undefined) return
    const refusal = imageRefusal(file)
    if (refusal === undefined) onPick(file)
    else showErrorToast(refusal)
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept={imageMediaTypes.join(',')}
        aria-label={t`Image`}
        hidden
        disabled={disabled}
        onChange={pick}
      />
      <Button ref={buttonRef} look="quiet" disabled={disabled} onClick={() => input.current?.click()}>
        <ImagePlus aria-hidden className="size-4" />
        <Trans>Add image</Trans>
      </Button>
    </>
  )
}

/** A draft, and what was typed before it was read. */
function joined(draft: string, typed: string): string {
  if (draft.includes(typed)) return draft
  return typed.includes(draft) ? typed : `${draft}\n${typed}`
}

/** What is being written, and what is wrong with it: too long at once, empty only after an attempt to post. */
function useDraft(textarea: RefObject<HTMLTextAreaElement | null>, onRestored: () => void) {
  const [content, setContent] = useState('')
  const [image, setImage] = useState<File | null>(null)
  const [tried, setTried] = useState(false)
  useEarlyInput(content, () => textarea.current?.value, setContent)
  const [picture, setPicture] = useState('')
  const stored = useStoredDraft('post', (texts) => {
    setContent((typed) => joined(texts.content ?? '', typed))
    setPicture(texts.picture ?? '')
    onRestored()
  })

  function clear() {
    setContent('')
    setImage(null)
    setTried(false)
    stored.remove()
  }

  const length = codePoints(content)
  const problem = PostContent.safeParse(content).error?.issues[0]?.message
  return {
    content,
    image,
    length,
    tooLong: length > textLimits.post,
    error: problem !== undefined && (tried || length > textLimits.post) ? textOf(problem) : undefined,
    restored: stored.restored,
    /** The name of a picture that was chosen earlier: the browser does not keep the file. */
    lostPicture: stored.restored && image === null ? picture : '',
    write(text: string) {
      setContent(text)
      stored.save({ content: text, picture: image?.name ?? '' })
    },
    attach(file: File | null) {
      setImage(file)
      stored.save({ content, picture: file?.name ?? '' })
    },
    /** True when the draft may be sent. */
    check() {
      setTried(true)
      return problem === undefined
    },
    clear,
  }
}
