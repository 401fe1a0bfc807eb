import { type ComponentProps, useId } from 'react'
import { classes } from '../classes.ts'
import { controlClass, fieldParts } from './field.ts'
import { FieldFrame, type FieldWords } from './field-frame.tsx'

/** Several lines of text; grows by hand, downwards only. */
export function Textarea({
  label,
  hint,
  error,
  id,
  className,
  rows = 4,
  ...textarea
}: ComponentProps<'textarea'> & FieldWords) {
  const ownId = useId()
  const fieldId = id ?? ownId
  const { aria, ...ids } = fieldParts(fieldId, hint, error)
  return (
    <FieldFrame id={fieldId} label={label} hint={hint} error={error} {...ids}>
      <textarea
        id={fieldId}
        rows={rows}
        className={classes(controlClass, 'resize-y py-2.5', className)}
        {...aria}
        {...textarea}
      />
    </FieldFrame>
  )
}
