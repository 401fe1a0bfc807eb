import { useLingui } from '@lingui/react/macro'
import { type ComponentProps, useId } from 'react'
import { TextField } from '../../ui/form/text-field.tsx'

/** The browser's own time zone. */
export const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** A time zone by its name; the browser suggests those that it knows. */
export function TimeZoneField(field: Pick<ComponentProps<typeof TextField>, 'error' | 'name'>) {
  const { t } = useLingui()
  const id = useId()
  return (
    <>
      <TextField
        label={t`Time zone`}
        list={id}
        autoComplete="off"
        spellCheck={false}
        hint={t`Like Europe/Berlin.`}
        {...field}
      />
      <datalist id={id}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}
