import { type RefObject, useState } from 'react'
import { textLimits } from '../../../contract/limits.ts'
import { PostContent } from '../../../contract/posts.ts'
import { codePoints } from '../../../contract/text.ts'
import { useEarlyInput } from '../../platform/early-input.ts'

/** What is being written, and what is wrong with it: too long at once, empty only after an attempt to post. */
export function useDraft(textarea: RefObject<HTMLTextAreaElement | null>) {
  const [content, setContent] = useState('')
  const [image, setImage] = useState<File | null>(null)
  const [tried, setTried] = useState(false)
  useEarlyInput(content, () => textarea.current?.value, setContent)

  const length = codePoints(content)
  const problem = PostContent.safeParse(content).error?.issues[0]?.message
  return {
    content,
    image,
    length,
    tooLong: length > textLimits.post,
    error: tried || length > textLimits.post ? problem : undefined,
    write: setContent,
    attach: setImage,
    /** True when the draft may be sent. */
    check() {
      setTried(true)
      return problem === undefined
    },
    clear() {
      setContent('')
      setImage(null)
      setTried(false)
    },
  }
}
