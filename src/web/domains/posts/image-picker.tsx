import { ImagePlus } from 'lucide-react'
import { type ChangeEvent, type Ref, useRef } from 'react'
import { imageMediaTypes } from '../../../contract/posts/posts.ts'
import { imageRefusal } from '../../platform/picked-image.ts'
import { Button } from '../../ui/button.tsx'
import { sayError } from './post-toasts.ts'

export interface ImagePickerProps {
  readonly disabled: boolean
  /** Only with an image that can be posted. */
  readonly onPick: (file: File) => void
  readonly buttonRef: Ref<HTMLButtonElement>
}

export function ImagePicker({ disabled, onPick, buttonRef }: ImagePickerProps) {
  const input = useRef<HTMLInputElement>(null)

  function pick({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0]
    // Emptied, so that picking the same file again is a change again.
    currentTarget.value = ''
    if (file === undefined) return
    const refusal = imageRefusal(file)
    if (refusal === undefined) onPick(file)
    else sayError(refusal)
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept={imageMediaTypes.join(',')}
        aria-label="Image"
        hidden
        disabled={disabled}
        onChange={pick}
      />
      <Button ref={buttonRef} look="quiet" disabled={disabled} onClick={() => input.current?.click()}>
        <ImagePlus aria-hidden className="size-4" />
        Add Image
      </Button>
    </>
  )
}
