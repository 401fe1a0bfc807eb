import { type RefObject, useState } from 'react'
import { textLimits } from '../../../contract/limits.ts'
import { PostContent } from '../../../contract/posts/posts-schemas.ts'
import { codePoints } from '../../../contract/text.ts'
import { useEarlyInput } from '../../platform/early-input.ts'
import { useStoredDraft } from '../../platform/use-stored-draft.ts'

/** A draft, and what was typed before it was read. */
function joined(draft: string, typed: string): string {
  if (draft.includes(typed)) return draft
  return typed.includes(draft) ? typed : `${draft}\n${typed}`
}

/** What is being written, and what is wrong with it: too long at once, empty only after an attempt to post. */
export function useDraft(textarea: RefObject<HTMLTextAreaElement | null>, onRestored: () => void) {
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
    error: tried || length > textLimits.post ? problem : undefined,
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
