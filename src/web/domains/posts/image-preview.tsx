import { X } from 'lucide-react'
import { useObjectUrl } from '../../platform/use-object-url.ts'
import { Button } from '../../ui/button.tsx'

export interface ImagePreviewProps {
  readonly file: File
  readonly disabled: boolean
  readonly onRemove: () => void
}

/** The image that goes with the post. */
export function ImagePreview({ file, disabled, onRemove }: ImagePreviewProps) {
  return (
    <div className="flex items-center gap-3 rounded-md border border-line bg-ground p-2">
      <img
        src={useObjectUrl(file)}
        alt={`Preview of ${file.name}`}
        className="size-20 shrink-0 rounded-sm bg-ground-raised object-cover"
      />
      <p className="min-w-0 flex-1 truncate text-ink-soft text-sm">{file.name}</p>
      <Button look="quiet" size="icon" aria-label="Remove image" disabled={disabled} onClick={onRemove}>
        <X aria-hidden className="size-4" />
      </Button>
    </div>
  )
}
