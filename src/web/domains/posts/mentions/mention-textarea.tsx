import { type ComponentProps, lazy, Suspense, useCallback, useState } from 'react'
import { Textarea } from '../../../ui/form/textarea.tsx'

const NameList = lazy(() => import('./name-list.tsx').then(({ NameList }) => ({ default: NameList })))

/** A text in which `@` and the beginning of a name offer names. */
export function MentionTextarea({ ref, readOnly, ...textarea }: ComponentProps<typeof Textarea>) {
  const [box, setBox] = useState<HTMLTextAreaElement | null>(null)
  const [mentions, setMentions] = useState(false)
  const join = useCallback(
    (element: HTMLTextAreaElement | null) => {
      setBox(element)
      if (typeof ref === 'function') ref(element)
      else if (ref) ref.current = element
    },
    [ref],
  )
  return (
    <div className="relative" onInput={() => box?.value.includes('@') && setMentions(true)}>
      <Textarea {...textarea} ref={join} readOnly={readOnly} />
      {/* Only who mentions somebody loads it. */}
      {mentions && box !== null && !readOnly && (
        <Suspense>
          <NameList box={box} />
        </Suspense>
      )}
    </div>
  )
}
