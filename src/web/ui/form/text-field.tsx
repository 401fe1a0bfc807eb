import { type ComponentProps, useId } from 'react'
import { classes } from '../classes.ts'
import { controlClass, fieldParts } from './field.ts'
import { FieldFrame, type FieldWords } from './field-frame.tsx'

/** One line of text. Takes everything an `<input>` takes, `ref` included, so a form library can register it. */
export function TextField({
  label,
  hint,
  error,
  id,
  className,
  ...input
}: ComponentProps<'input'> & FieldWords) {
  const ownId = useId()
  const fieldId = id ?? ownId
  const { aria, ...ids } = fieldParts(fieldId, hint, error)
  return (
    <FieldFrame id={fieldId} label={label} hint={hint} error={error} {...ids}>
      <input id={fieldId} className={classes(controlClass, 'h-11', className)} {...aria} {...input} />
    </FieldFrame>
  )
}
