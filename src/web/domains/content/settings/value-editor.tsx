import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ownValue } from '../../../../contract/own-value.ts'
import { useLocale, useSay } from '../../../platform/translation.tsx'
import { Button } from '../../../ui/button.tsx'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { ColourField } from '../../../ui/form/colour-field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Textarea } from '../../../ui/form/textarea.tsx'
import { emptyOf, isGroup, kindsOf, labelOf, moved, type Path, type Shape, withKeyMoved } from './value.ts'
import { readPrice, writtenPrice } from './written-price.ts'

/** Of `#rrggbb` in JSON Schema. */
const colourPattern = '^#[0-9a-fA-F]{6}$'

export interface EditorForm {
  /** Messages by dotted path. */
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (path: Path, value: unknown) => void
  /** Parts that a variable or file decides about, by key. */
  readonly locked: Readonly<Record<string, string>>
  /** Of prices. */
  readonly currency?: string | undefined
}

interface ValueEditorProps {
  readonly form: EditorForm
  readonly shape: Shape
  readonly value: unknown
  readonly path: Path
  readonly label: string
}

/** Fields for any value of a setting: what there is follows from its JSON Schema. */
export function ValueEditor(props: ValueEditorProps) {
  const { kinds, isNullable } = kindsOf(props.shape)
  const own = { ...props, shape: kinds[0] ?? {}, isNullable }
  if (own.shape.type === 'object') return <GroupEditor {...own} />
  if (own.shape.type === 'array') return <ListEditor {...own} />
  if (kinds.length > 1 && kinds.some(({ type }) => type === 'boolean')) return <YesNoOrText {...own} />
  return <SingleValue {...own} />
}

interface OwnProps extends ValueEditorProps {
  readonly isNullable: boolean
}

const errorAt = ({ form, path }: ValueEditorProps) => ownValue(form.errors, path.join('.'))

function GroupEditor({ form, shape, value, path, label }: OwnProps) {
  const { t } = useLingui()
  const say = useSay()
  const group = isGroup(value) ? value : {}
  const known = Object.keys(shape.properties ?? {})
  const further = Object.keys(group).filter((key) => !known.includes(key))
  const { additionalProperties } = shape
  const fields = (
    <div className="grid gap-5">
      {known.map((key) => (
        <ValueEditor
          key={key}
          form={form}
          shape={ownValue(shape.properties, key) ?? {}}
          value={ownValue(group, key)}
          path={[...path, key]}
          label={say(labelOf(key))}
        />
      ))}
      {typeof additionalProperties === 'object' && (
        <>
          {further.map((key, at) => (
            <Entry
              key={key}
              name={nameOf(ownValue(group, key), key)}
              isFlat={isSingle(additionalProperties)}
              hasError={isUnder(form, [...path, key])}
              buttons={
                <>
                  <EntryButton
                    label={t`Move ${{ name: key }} up`}
                    icon={ArrowUp}
                    off={at === 0}
                    onPress={() => form.onChange(path, withKeyMoved(group, key, further[at - 1]!))}
                  />
                  <EntryButton
                    label={t`Move ${{ name: key }} down`}
                    icon={ArrowDown}
                    off={at === further.length - 1}
                    onPress={() => form.onChange(path, withKeyMoved(group, key, further[at + 1]!))}
                  />
                  <EntryButton
                    label={t`Remove ${key}`}
                    icon={Trash2}
                    onPress={() => form.onChange([...path, key], undefined)}
                  />
                </>
              }
            >
              <ValueEditor
                form={form}
                shape={additionalProperties}
                value={ownValue(group, key)}
                path={[...path, key]}
                label={key}
              />
            </Entry>
          ))}
          <AddKey
            under={label}
            isTaken={(key) => Object.hasOwn(group, key) || known.includes(key)}
            onAdd={(key) => form.onChange([...path, key], emptyOf(additionalProperties))}
          />
        </>
      )}
    </div>
  )
  // An entry of a list has a frame and a name already.
  if (path.length === 0 || typeof path.at(-1) === 'number') return fields
  return (
    <Part label={label} error={ownValue(form.errors, path.join('.'))}>
      {fields}
    </Part>
  )
}

function Part({
  label,
  error,
  children,
}: {
  label: string
  error?: string | undefined
  children: ReactNode
}) {
  return (
    <fieldset className="min-w-0 border-line border-s-2 ps-4">
      <legend className="mb-3 font-bold">{label}</legend>
      {error !== undefined && (
        <p role="alert" className="mb-3 font-medium text-bad text-sm">
          {error}
        </p>
      )}
      {children}
    </fieldset>
  )
}

const isSingle = (shape: Shape) => kindsOf(shape).kinds[0]?.type !== 'object'

/** Whether something is wrong at a path or below it. */
const isUnder = ({ errors }: EditorForm, path: Path) =>
  Object.keys(errors).some((error) => `${error}.`.startsWith(`${path.join('.')}.`))

/** An entry of a list with its buttons. One of several fields opens by its name. */
function Entry({
  name,
  isFlat,
  hasError,
  buttons,
  children,
}: {
  name: string
  isFlat: boolean
  hasError: boolean
  buttons: ReactNode
  children: ReactNode
}) {
  // Decided once, so that it does not close under the fingers.
  const [isNew] = useState(/^[0-9]+$/.test(name))
  if (isFlat)
    return (
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-48 flex-1">{children}</div>
        <div className="flex gap-1">{buttons}</div>
      </div>
    )
  return (
    <details open={hasError || isNew || undefined} className="rounded-lg border border-line bg-ground-card">
      <summary className="wrap-anywhere min-h-11 cursor-pointer px-4 py-2.5 font-bold text-sm">
        {name}
      </summary>
      <div className="grid gap-4 border-line border-t p-4">
        {children}
        <div className="flex gap-1">{buttons}</div>
      </div>
    </details>
  )
}

function AddKey({
  under,
  isTaken,
  onAdd,
}: {
  under: string
  isTaken: (key: string) => boolean
  onAdd: (key: string) => void
}) {
  const { t } = useLingui()
  const [key, setKey] = useState('')
  const name = key.trim()
  const isUsable = /^[A-Za-z][A-Za-z0-9]{0,30}$/.test(name) && !isTaken(name)
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField
        label={t`Short name of a new entry in ${under}`}
        hint={t`Letters and digits, a letter first.`}
        value={key}
        onChange={({ target }) => setKey(target.value)}
      />
      <Button
        look="quiet"
        aria-disabled={!isUsable || undefined}
        onClick={() => {
          if (!isUsable) return
          onAdd(name)
          setKey('')
        }}
      >
        <Plus aria-hidden className="size-4" />
        <Trans>Add</Trans>
      </Button>
    </div>
  )
}

/** What an entry is called: its first text, else its key or number. */
function nameOf(entry: unknown, otherwise: string): string {
  const text = isGroup(entry) ? Object.values(entry).find((one) => typeof one === 'string') : undefined
  return typeof text === 'string' && text !== '' ? text.slice(0, 40) : otherwise
}

function ListEditor({ form, shape, value, path, label }: OwnProps) {
  const { t } = useLingui()
  const list = Array.isArray(value) ? (value as readonly unknown[]) : []
  const items = shape.items ?? {}
  const isFlat = isSingle(items)
  const inSentence = useLocale() === 'en-US' ? label.toLowerCase() : label
  const set = (next: readonly unknown[]) => form.onChange(path, next)
  return (
    <Part label={label} error={ownValue(form.errors, path.join('.'))}>
      <ol className="grid gap-3">
        {list.map((entry, at) => {
          const name = nameOf(entry, String(at + 1))
          const buttons = (
            <>
              <EntryButton
                label={t`Move ${name} up`}
                icon={ArrowUp}
                off={at === 0}
                onPress={() => set(moved(list, at, at - 1))}
              />
              <EntryButton
                label={t`Move ${name} down`}
                icon={ArrowDown}
                off={at === list.length - 1}
                onPress={() => set(moved(list, at, at + 1))}
              />
              <EntryButton
                label={t`Remove ${name}`}
                icon={Trash2}
                onPress={() => set(list.filter((_, other) => other !== at))}
              />
            </>
          )
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no key of their own, and every field is controlled.
            <li key={at}>
              <Entry name={name} isFlat={isFlat} hasError={isUnder(form, [...path, at])} buttons={buttons}>
                <ValueEditor
                  form={form}
                  shape={items}
                  value={entry}
                  path={[...path, at]}
                  label={isFlat ? `${label} ${at + 1}` : name}
                />
              </Entry>
            </li>
          )
        })}
      </ol>
      <Button look="quiet" size="sm" className="mt-4" onClick={() => set([...list, emptyOf(items)])}>
        <Plus aria-hidden className="size-4" />
        <Trans>Add to {{ list: inSentence }}</Trans>
      </Button>
    </Part>
  )
}

export function EntryButton({
  label,
  icon: Icon,
  off = false,
  onPress,
}: {
  label: string
  icon: typeof ArrowUp
  off?: boolean
  onPress: () => void
}) {
  return (
    <Button
      look="quiet"
      size="sm"
      aria-label={label}
      title={label}
      aria-disabled={off || undefined}
      onClick={() => !off && onPress()}
    >
      <Icon aria-hidden className="size-4" />
    </Button>
  )
}

/** A perk: in it, not in it, or what of it. */
function YesNoOrText(props: OwnProps) {
  const { t } = useLingui()
  const { form, value, path, label } = props
  const choice = typeof value === 'string' ? 'text' : value === true ? 'yes' : 'no'
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Select
        label={label}
        options={[
          { value: 'yes', label: t`Yes` },
          { value: 'no', label: t`No` },
          { value: 'text', label: t`As a text` },
        ]}
        value={choice}
        error={errorAt(props)}
        onValueChange={(next) => form.onChange(path, next === 'text' ? '' : next === 'yes')}
      />
      {choice === 'text' && (
        <TextField
          label={t`Text of ${label}`}
          value={value as string}
          onChange={({ target }) => form.onChange(path, target.value)}
        />
      )}
    </div>
  )
}

interface PriceFieldProps {
  readonly label: string
  readonly error: string | undefined
  readonly currency: string
  /** In the smallest unit of the currency, or what is typed and is no price yet. */
  readonly value: unknown
  readonly onValueChange: (value: number | string) => void
}

/** A price as people write it. It is stored in the smallest unit. */
function PriceField({ label, error, currency, value, onValueChange }: PriceFieldProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const [typed, setTyped] = useState('')
  const written = typeof value === 'number' ? writtenPrice(value, currency, locale) : String(value ?? '')
  const example = writtenPrice(499, currency, locale)
  return (
    <TextField
      label={label}
      hint={t`In ${currency}.`}
      error={typeof value === 'string' ? t`Write the price like ${{ price: example }}` : error}
      inputMode="decimal"
      // `5` stays as it is typed, and does not become 5.00 under the fingers.
      value={readPrice(typed, currency, locale) === value ? typed : written}
      onChange={({ target }) => {
        setTyped(target.value)
        onValueChange(readPrice(target.value, currency, locale) ?? target.value)
      }}
    />
  )
}

/** Longer texts get lines. */
const maxLineLength = 60

/** Whether a text is a paragraph by its limit, such as a rule; addresses, titles and what has a form are a line. */
const hasRoom = ({ maxLength = 0, pattern, format }: Shape) =>
  maxLength >= 200 && pattern === undefined && format === undefined

function SingleValue(props: OwnProps) {
  const { t } = useLingui()
  const { form, shape, value, path, label, isNullable } = props
  const error = errorAt(props)
  const text = value === null || value === undefined ? '' : String(value)
  // Decided once: a field does not change its kind under the fingers.
  const [isLong] = useState(text.length > maxLineLength || text.includes('\n') || hasRoom(shape))
  const lock = path.length === 1 ? ownValue(form.locked, String(path[0])) : undefined
  const words = {
    label,
    error,
    hint: lock === undefined ? undefined : t`Set by ${lock}: change it there.`,
  }
  if (shape.type === 'boolean')
    return (
      <CheckboxField
        {...words}
        checked={value === true}
        disabled={lock !== undefined}
        onChange={({ target }) => form.onChange(path, target.checked)}
      />
    )
  if (shape.enum !== undefined)
    return (
      <Select
        {...words}
        options={shape.enum.map((one) => ({ value: String(one), label: labelOf(String(one)) }))}
        value={text === '' ? undefined : text}
        disabled={lock !== undefined}
        onValueChange={(next) => form.onChange(path, next)}
      />
    )
  if (shape.pattern === colourPattern)
    return (
      <ColourField
        {...words}
        value={text}
        readOnly={lock !== undefined}
        placeholder={isNullable ? t`As shipped` : undefined}
        onValueChange={(next) => form.onChange(path, next === '' && isNullable ? null : next)}
      />
    )
  if (path.at(-1) === 'cents' && form.currency !== undefined)
    return (
      <PriceField
        label={label}
        error={error}
        currency={form.currency}
        value={value}
        onValueChange={(next) => form.onChange(path, next)}
      />
    )
  const isNumber = shape.type === 'integer' || shape.type === 'number'
  const change = (written: string) => {
    const none = isNullable ? null : undefined
    if (written === '') return form.onChange(path, isNumber || isNullable ? none : '')
    form.onChange(path, isNumber && /^-?[0-9]+$/.test(written) ? Number(written) : written)
  }
  const field = {
    ...words,
    value: text,
    readOnly: lock !== undefined,
    onChange: ({ target }: { target: { value: string } }) => change(target.value),
  }
  if (isLong && !isNumber)
    return (
      <Textarea
        {...field}
        className="[field-sizing:content] min-h-20"
        rows={Math.min(24, Math.max(2, Math.ceil(text.length / 75), text.split('\n').length))}
      />
    )
  return <TextField {...field} inputMode={isNumber ? 'numeric' : undefined} />
}
