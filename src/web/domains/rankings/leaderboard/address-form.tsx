import type { ComponentProps } from 'react'
import { ownValue } from '../../../../contract/own-value.ts'
import { type BoardChoice, firstChoice } from './board-choice.ts'

export interface AddressFormProps extends ComponentProps<'form'> {
  /** What of the choice stays as it is when one of its buttons is pressed. */
  readonly kept: Partial<BoardChoice>
}

/** Where scripts do not run (yet), its buttons lead to the same addresses. */
export function AddressForm({ kept, children, ...form }: AddressFormProps) {
  return (
    <form method="get" action="/leaderboards" {...form}>
      {Object.entries(kept).map(
        ([name, value]) =>
          value !== ownValue({ ...firstChoice }, name) && (
            <input key={name} type="hidden" name={name} value={value ?? undefined} />
          ),
      )}
      {children}
    </form>
  )
}
