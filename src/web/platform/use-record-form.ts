import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { currentOf, type FieldProblems, fieldProblems, refusedFields } from './field-problems.ts'

type Checked = Parameters<typeof fieldProblems>[0]

/** A new record, or a change of the one that was seen. */
type Wish<Body, Change, Held> = { readonly create: Body } | { readonly change: Change; readonly of: Held }

interface RecordFormOptions<Held, Values, Body, Change> {
  /** What the form was opened with; undefined: a new record. */
  readonly record: Held | undefined
  /** How a record, or a new one, stands in the form. */
  readonly valuesOf: (record: Held | undefined) => Values
  /** What the form says, not yet checked. */
  readonly bodyOf: (values: Values) => Body
  readonly check: (body: Body) => Checked
  /** What was typed over. */
  readonly changesOf: (record: Held, values: Values) => Change
  readonly save: {
    readonly isPending: boolean
    mutate(
      wish: Wish<Body, Change, Held>,
      then: { onSuccess: () => void; onError: (error: Error) => void },
    ): void
  }
  readonly onDone: () => void
}

/**
 * A form of staff for a record with a version. Wrong fields are told at the fields, and the first of them gets the
 * focus; what somebody else saved meanwhile is `theirs`, until one of the two is chosen.
 */
export function useRecordForm<Held, Values extends object, Body, Change>({
  record,
  valuesOf,
  bodyOf,
  check,
  changesOf,
  save,
  onDone,
}: RecordFormOptions<Held, Values, Body, Change>) {
  const [base, setBase] = useState(record)
  const [values, setValues] = useState(() => valuesOf(record))
  const [problems, setProblems] = useState<FieldProblems>({})
  const [theirs, setTheirs] = useState<Held>()
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (Object.keys(problems).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])

  function send(from: Held | undefined) {
    const body = bodyOf(values)
    const wrong = fieldProblems(check(body))
    setProblems(wrong)
    if (Object.keys(wrong).length > 0 || save.isPending) return
    const wish =
      from === undefined || base === undefined
        ? { create: body }
        : { change: changesOf(base, values), of: from }
    save.mutate(wish, {
      onSuccess: onDone,
      onError(error) {
        setProblems(refusedFields(error))
        setTheirs(currentOf(error) as Held | undefined)
      },
    })
  }

  return {
    form,
    values,
    problems,
    change: (over: Partial<Values>) => setValues((now) => ({ ...now, ...over })),
    submit(event: SyntheticEvent) {
      event.preventDefault()
      send(base)
    },
    /** Undefined where nobody came between. */
    conflict:
      theirs === undefined || base === undefined
        ? undefined
        : {
            base,
            theirs,
            takeTheirs() {
              setBase(theirs)
              setValues(valuesOf(theirs))
              setTheirs(undefined)
              form.current?.querySelector('input')?.focus()
            },
            keepMine: () => send(theirs),
          },
  }
}
