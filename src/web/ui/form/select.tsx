import { useLingui } from '@lingui/react/macro'
import { Check, ChevronDown } from 'lucide-react'
import { Select as Primitive } from 'radix-ui'
import { useId } from 'react'
import type { Text } from '../../../contract/languages.ts'
import { useNonce } from '../../platform/nonce.tsx'
import { useSay } from '../../platform/translation.tsx'
import { classes } from '../classes.ts'
import { listClass, listItemClass } from '../overlay.ts'
import { controlClass, fieldParts } from './field.ts'
import { FieldFrame, type FieldWords } from './field-frame.tsx'

interface SelectOption<Value extends string> {
  readonly value: Value
  readonly label: Text
}

export interface SelectProps<Value extends string> extends FieldWords {
  readonly options: readonly SelectOption<Value>[]
  readonly value: Value | undefined
  readonly onValueChange: (value: Value) => void
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly name?: string
}

/** One of several. Typing jumps to an option; what was typed is forgotten after 1 s (Radix does that). */
export function Select<Value extends string>({
  label,
  hint,
  error,
  options,
  value,
  onValueChange,
  placeholder,
  ...root
}: SelectProps<Value>) {
  const id = useId()
  const nonce = useNonce()
  const { t } = useLingui()
  const say = useSay()
  const { aria, ...ids } = fieldParts(id, hint, error)
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} {...ids}>
      <Primitive.Root
        // For Radix the empty string means that nothing is chosen yet.
        value={value ?? ''}
        onValueChange={(next) => onValueChange(next as Value)}
        {...root}
      >
        <Primitive.Trigger
          id={id}
          className={classes(
            controlClass,
            'flex h-11 items-center justify-between gap-2 text-start data-[placeholder]:text-ink-faint',
          )}
          {...aria}
        >
          <span className="truncate">
            <Primitive.Value placeholder={placeholder ?? t`Choose…`} />
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-soft" />
        </Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            position="popper"
            sideOffset={4}
            className={classes(listClass, 'min-w-(--radix-select-trigger-width)')}
          >
            <Primitive.Viewport
              {...(nonce !== undefined && { nonce })}
              className="max-h-[min(24rem,var(--radix-select-content-available-height))]"
            >
              {options.map((option) => (
                <Primitive.Item key={option.value} value={option.value} className={listItemClass}>
                  <Primitive.ItemText>{say(option.label)}</Primitive.ItemText>
                  <Primitive.ItemIndicator className="ms-auto text-ember">
                    <Check aria-hidden className="size-4" />
                  </Primitive.ItemIndicator>
                </Primitive.Item>
              ))}
            </Primitive.Viewport>
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </FieldFrame>
  )
}
