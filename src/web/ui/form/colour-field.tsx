import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { useSay } from '../../platform/translation.tsx'
import { classes } from '../classes.ts'
import { controlClass, fieldParts } from './field.ts'
import { FieldFrame, type FieldWords } from './field-frame.tsx'

interface ColourFieldProps extends FieldWords {
  /** `#rrggbb`, what is typed of one, or empty. */
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly placeholder?: string | undefined
  readonly readOnly?: boolean
  readonly required?: boolean
}

export const isColour = (text: unknown): text is string =>
  typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text)

/** A colour to pick, or to type. */
export function ColourField({
  label,
  hint,
  error,
  value,
  onValueChange,
  readOnly,
  ...input
}: ColourFieldProps) {
  const { t } = useLingui()
  const say = useSay()
  const id = useId()
  const { aria, ...ids } = fieldParts(id, hint, error)
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} {...ids}>
      <div className="flex gap-2">
        <input
          type="color"
          aria-label={t`${{ label: say(label) }}: pick`}
          value={isColour(value) ? value : '#000000'}
          disabled={readOnly}
          onChange={({ target }) => onValueChange(target.value)}
          className={classes(
            'h-11 w-14 shrink-0 cursor-pointer rounded-md border border-line-strong bg-ground p-1 hover:border-ink-soft disabled:cursor-not-allowed',
            value === '' && 'opacity-40',
          )}
        />
        <input
          id={id}
          className={classes(controlClass, 'h-11 max-w-40 font-mono')}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          value={value}
          readOnly={readOnly}
          onChange={({ target }) => onValueChange(target.value)}
          {...aria}
          {...input}
        />
      </div>
    </FieldFrame>
  )
}
