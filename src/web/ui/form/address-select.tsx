import { useLocation, useNavigate } from 'react-router'
import type { Text } from '../../../contract/languages.ts'
import { searchWith } from '../../platform/navigation/address-filters.ts'
import { useSay } from '../../platform/translation.tsx'
import { classes } from '../classes.ts'
import { controlClass } from './field.ts'

interface AddressSelectProps {
  /** Parameter of the address; it is absent for the value `all`. */
  readonly name: string
  readonly label: string
  readonly value: string | undefined
  readonly options: readonly (readonly [value: string, label: Text])[]
}

/** A filter of a list as part of the URL. */
export function AddressSelect({ name, label, value = 'all', options }: AddressSelectProps) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const say = useSay()
  return (
    // Not a Select: Radix builds its list during hydration, which blocks a slow phone.
    <select
      aria-label={label}
      value={value}
      onChange={(event) =>
        void navigate(
          { search: searchWith(search, { [name]: event.target.value }) },
          { preventScrollReset: true, replace: true },
        )
      }
      className={classes(controlClass, 'h-11 min-w-0 px-2 text-sm')}
    >
      {options.map(([key, text]) => (
        <option key={key} value={key}>
          {say(text)}
        </option>
      ))}
    </select>
  )
}
