import { type ComponentProps, useId } from 'react'
import { TextField } from '../../ui/text-field.tsx'

/** The browser's own time zone. */
export const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** A time zone by its name; the browser suggests those that it knows. */
export function TimeZoneField(field: Pick<ComponentProps<typeof TextField>, 'error' | 'name'>) {
  const id = useId()
  return (
    <>
      <TextField
        label="Time zone"
        list={id}
        autoComplete="off"
        spellCheck={false}
        hint="Like Europe/Berlin."
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
