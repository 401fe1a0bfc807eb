import { zodResolver } from '@hookform/resolvers/zod'
import { type SyntheticEvent, useRef } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import type { Text } from '../../../contract/languages.ts'
import { textOf } from '../../../contract/sentences.ts'
import { refusedFields } from '../api-error.ts'
import { useSay } from '../translation.tsx'

interface ServerErrorHandler {
  readonly onError: (error: unknown) => void
}

/** Returns the first message of a field: the error of a list item lies one level deeper. */
function messageOf(error: unknown): Text | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('message' in error && typeof error.message === 'string') return textOf(error.message)
  return Object.values(error).map(messageOf).find(Boolean)
}

/**
 * A form checked by a schema of the contract. Omit a default value where an input has its own: what was typed before
 * hydration is then read from the input.
 */
export function useSchemaForm<Input extends FieldValues, Output>(
  schema: z.core.$ZodType<Output, Input>,
  defaultValues?: DefaultValues<Input>,
) {
  type Name = Path<Input>
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    ...(defaultValues !== undefined && { defaultValues }),
  })
  const checking = useRef(false)
  const { errors, isSubmitted } = form.formState
  const say = useSay()
  const saidOf = (error: unknown) => {
    const text = messageOf(error)
    return text && say(text)
  }
  const errorOf = (name: Name) => saidOf(get(errors, name))

  /** Shows the server's messages at their fields and focuses the first. */
  function showErrors(error: unknown) {
    const refused = refusedFields(error)
    const names = Object.keys(form.getValues()).flatMap((field) =>
      Object.keys(refused).filter((name) => name === field || name.startsWith(`${field}.`)),
    ) as Name[]
    for (const [index, name] of names.entries())
      form.setError(name, { type: 'server', message: refused[name] ?? '' }, { shouldFocus: index === 0 })
  }

  return {
    ...form,
    errorOf,
    /** Props of a text input or checkbox. */
    field: (name: Name) => ({ ...form.register(name), error: errorOf(name) }),
    /** Props of a `Select` or `RadioGroup`. */
    choice: <Field extends Name>(name: Field) => ({
      value: form.watch(name),
      onValueChange: (value: PathValue<Input, Field>) =>
        form.setValue(name, value, { shouldDirty: true, shouldValidate: isSubmitted }),
      error: errorOf(name),
    }),
    /** Returns the form's submit handler. Pass the second argument of `send` to `mutate` to show field errors. */
    submit:
      (
        call: { readonly isPending: boolean },
        send: (values: Output, handler: ServerErrorHandler) => void,
        onInvalid?: (messages: Readonly<Record<string, string | undefined>>) => void,
      ) =>
      async (event?: SyntheticEvent) => {
        event?.preventDefault()
        // React passes the submit of a dialog on to the form that renders the dialog.
        event?.stopPropagation()
        // Two clicks may both come before the first is rendered.
        if (checking.current || call.isPending) return
        checking.current = true
        try {
          await form.handleSubmit(
            (values) => send(values, { onError: showErrors }),
            (found) =>
              onInvalid?.(
                Object.fromEntries(Object.entries(found).map(([name, error]) => [name, saidOf(error)])),
              ),
          )(event)
        } finally {
          checking.current = false
        }
      },
  }
}
