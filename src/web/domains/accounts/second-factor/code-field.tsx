import type { ComponentProps } from 'react'
import { TextField } from '../../../ui/form/text-field.tsx'

/** A code of the authenticator app; without `inputMode` a recovery code may be typed as well. */
export const CodeField = (field: Omit<ComponentProps<typeof TextField>, 'autoComplete'>) => (
  <TextField
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    className="tracking-widest"
    {...field}
  />
)
