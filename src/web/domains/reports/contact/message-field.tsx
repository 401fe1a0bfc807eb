import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { codePoints } from '../../../../contract/text.ts'
import { formatCount } from '../../../ui/format-count.ts'
import { Textarea } from '../../../ui/textarea.tsx'

/** The count appears when this part of the room is used up. */
const nearly = 0.8

interface MessageFieldProps extends Omit<ComponentProps<typeof Textarea>, 'label' | 'hint' | 'onInput'> {
  /** Code points. */
  readonly most: number
  readonly onInput: () => void
}

export function MessageField({ most, onInput, ...textarea }: MessageFieldProps) {
  const ref = useRef<HTMLTextAreaElement>(null)
  const [length, setLength] = useState(0)
  useEffect(() => {
    const textarea = ref.current
    // What was typed, or kept by the browser, before the page came alive counts as well.
    setLength(codePoints(textarea?.value ?? ''))
    // The event comes before the fields are empty.
    const emptied = () => setLength(0)
    textarea?.form?.addEventListener('reset', emptied)
    return () => textarea?.form?.removeEventListener('reset', emptied)
  }, [])
  return (
    <Textarea
      ref={ref}
      label="Message"
      rows={10}
      hint={
        length >= most * nearly && (
          <span className={length > most ? 'font-bold text-bad tabular-nums' : 'tabular-nums'}>
            {formatCount(length)} of {formatCount(most)} characters
          </span>
        )
      }
      onInput={(event) => {
        setLength(codePoints(event.currentTarget.value))
        onInput()
      }}
      {...textarea}
    />
  )
}
