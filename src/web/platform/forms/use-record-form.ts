import { msg } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { DefaultValues, FieldValues, Path } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { Text } from '../../../contract/languages.ts'
import { ownValue } from '../../../contract/own-value.ts'
import { currentOf, refusedFields } from '../api-error.ts'
import { toast, toastFailure } from '../toasts.ts'
import { useSchemaForm } from './use-schema-form.ts'

interface RecordFormOptions<Saved, Values extends FieldValues, Body> {
  /** The record to change, or undefined for a new one. */
  readonly record: Saved | undefined
  /** Turns the values of the form into the body of a new record. */
  readonly schema: z.core.$ZodType<Body, Values>
  readonly valuesOf: (record: Saved | undefined) => Values
  readonly create: (body: Body) => Promise<Saved>
  /** Changes the version that is passed in. `body`: the whole form. */
  readonly update: (record: Saved, change: Partial<Body>, body: Body) => Promise<Saved>
  readonly refetch: () => Promise<unknown>
  /** `Event created`, `Event updated`, and the fallback error when the server gives no reason. */
  readonly words: Readonly<Record<'created' | 'updated' | 'failed', Text>>
  readonly titleOf: (record: Saved) => string
  readonly onDone: () => void
}

/** A form for a record with a version. `conflict` is set when somebody else saved another version meanwhile. */
export function useRecordForm<Saved, Values extends FieldValues, Body extends object>({
  record,
  schema,
  valuesOf,
  create,
  update,
  refetch,
  words,
  titleOf,
  onDone,
}: RecordFormOptions<Saved, Values, Body>) {
  const [base, setBase] = useState(record)
  const [theirs, setTheirs] = useState<Saved>()
  const form = useSchemaForm(schema, valuesOf(record) as DefaultValues<Values>)

  /** Only changed fields are sent, so that the others keep what is stored. */
  function changeOf(body: Body): Partial<Body> {
    const before = valuesOf(base)
    const values = form.getValues()
    return Object.fromEntries(
      Object.entries(body).filter(
        ([name]) => JSON.stringify(ownValue(before, name)) !== JSON.stringify(ownValue(values, name)),
      ),
    ) as Partial<Body>
  }

  const save = useMutation({
    mutationFn: ({ body, over }: { body: Body; over: Saved | undefined }) =>
      over === undefined ? create(body) : update(over, changeOf(body), body),
    onSuccess(saved, { over }) {
      toast({
        title: over === undefined ? words.created : words.updated,
        description: titleOf(saved),
      })
      return refetch()
    },
    onError(error, { over }) {
      // The form shows these two.
      if (
        (over !== undefined && currentOf(error) !== undefined) ||
        Object.keys(refusedFields(error)).length > 0
      )
        return
      toastFailure(msg`Saving failed`, error, words.failed)
    },
  })

  const submit = (over: Saved | undefined) =>
    form.submit(save, (body, { onError }) =>
      save.mutate(
        { body, over },
        {
          onSuccess: onDone,
          onError(error) {
            onError(error)
            setTheirs(currentOf(error) as Saved | undefined)
          },
        },
      ),
    )

  return {
    ...form,
    onSubmit: submit(base),
    isSaving: save.isPending,
    conflict:
      theirs === undefined || base === undefined
        ? undefined
        : {
            base,
            theirs,
            takeTheirs() {
              const values = valuesOf(theirs)
              setBase(theirs)
              form.reset(values)
              setTheirs(undefined)
              form.setFocus(Object.keys(values)[0] as Path<Values>)
            },
            keepMine: () => void submit(theirs)(),
          },
  }
}
