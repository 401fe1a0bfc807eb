import { msg } from '@lingui/core/macro'
import type { Text } from '../../../contract/languages.ts'
import { maxSearchLength } from '../../../contract/list-filters.ts'
import { ownValue } from '../../../contract/own-value.ts'
import { isSearchable } from '../../../contract/text.ts'
import { choiceIn } from './address-choice.ts'

interface ChoiceFilter {
  readonly label: Text
  /** Labels by value; `all` is no filter. */
  readonly options: Readonly<Record<string, Text>>
}

interface TextFilter {
  readonly label: Text
  readonly hint: Text
  readonly maxLength: number
  /** A text that is too short to search counts as none. */
  readonly isSearch?: true
}

export type FilterField = ChoiceFilter | TextFilter

/** Filters of a list by their names in the URL. */
export type FilterFields = Readonly<Record<string, FilterField>>

type ValueOf<Field> = Field extends { readonly options: infer Options }
  ? `${keyof Options & (string | number)}`
  : string

/** Values by name; `all` and an empty text are no filters. */
export type FiltersOf<Fields> = { readonly [Name in keyof Fields]: ValueOf<Fields[Name]> }

/** Returns the filters in the URL, without invalid ones. */
export function filtersIn<Fields extends FilterFields>(search: string, fields: Fields): FiltersOf<Fields> {
  const query = new URLSearchParams(search)
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      'options' in field
        ? choiceIn(search, name, ['all', ...Object.keys(field.options)])
        : [...(query.get(name)?.trim() ?? '')].slice(0, field.maxLength).join(''),
    ]),
  ) as FiltersOf<Fields>
}

type Narrowing<Fields> = { readonly [Name in keyof Fields]?: Exclude<ValueOf<Fields[Name]>, 'all'> }

/** Returns the filters for the query of the API. */
export const narrowing = <Fields extends FilterFields>(fields: Fields, filters: FiltersOf<Fields>) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value: string = ownValue<string>(filters, name) ?? ''
      const isNone =
        'options' in field
          ? value === 'all'
          : value === '' || (field.isSearch === true && !isSearchable(value))
      return isNone ? [] : [[name, value]]
    }),
  ) as Narrowing<Fields>

/** Whether there is a filter, also a text that is too short to search. */
export const isNarrowed = (filters: Readonly<Record<string, string>>) =>
  Object.values(filters).some((value) => value !== '' && value !== 'all')

/** Returns the URL with other filters. Values that filter nothing have no parameter. */
export function searchWith(search: string, change: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(change))
    if (value === '' || value === 'all') query.delete(name)
    else query.set(name, value)
  return query.toString()
}

/** How long something waits, in every list of the staff. */
export const ageFilter = {
  label: msg({ message: 'Age', context: 'how long it waits' }),
  options: {
    all: msg`Any`,
    1: msg`1 day or more`,
    3: msg`3 days or more`,
    7: msg`7 days or more`,
    30: msg`30 days or more`,
  },
} as const

/** Who works on something, or has done it. */
export const assigneeFilter = {
  label: msg`Who has it`,
  hint: msg`me, nobody, or a name`,
  maxLength: 32,
} as const

/** `hint`: what is searched, with `minSearched`. */
export const searchFilter = (hint: Text) => ({
  label: msg`Search`,
  hint,
  maxLength: maxSearchLength,
  isSearch: true as const,
})
