import { msg } from '@lingui/core/macro'
import type { Text } from '../../../../contract/languages.ts'
import { ownValue } from '../../../../contract/own-value.ts'
import { keyWords } from './key-words.ts'

/** The part of JSON Schema that describes settings. */
export interface Shape {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Shape>>
  /** Of further keys; false: there are none. */
  readonly additionalProperties?: Shape | boolean
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly format?: string
  readonly maxLength?: number
  readonly required?: readonly string[]
}

export type Path = readonly (string | number)[]

type Group = Readonly<Record<string, unknown>>

export const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value with another one at the path; undefined removes it. */
export function withValue(value: unknown, [step, ...rest]: Path, next: unknown): unknown {
  if (step === undefined) return next
  if (Array.isArray(value)) {
    if (rest.length === 0 && next === undefined) return value.filter((_, at) => at !== step)
    return value.map((one, at) => (at === step ? withValue(one, rest, next) : one))
  }
  const group = isGroup(value) ? value : {}
  if (rest.length === 0 && next === undefined) {
    const { [step]: _, ...others } = group
    return others
  }
  return { ...group, [step]: withValue(ownValue(group, step), rest, next) }
}

/** The list with the entry at one position moved to another. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, at) => at !== from)
  return [...rest.slice(0, to), list[from]!, ...rest.slice(to)]
}

/** The kinds of value that a shape allows, each by its own shape; null is not among them. */
export function kindsOf(shape: Shape): { readonly kinds: readonly Shape[]; readonly isNullable: boolean } {
  const all = (shape.anyOf ?? [shape]).flatMap((one) =>
    [one.type ?? []].flat().map((type) => ({ ...one, type })),
  )
  const kinds = all.filter(({ type }) => type !== 'null')
  return { kinds: kinds.length === 0 ? [shape] : kinds, isNullable: kinds.length < all.length }
}

/** What a new entry of a list begins with. */
export function emptyOf(shape: Shape): unknown {
  const { kinds, isNullable } = kindsOf(shape)
  const own = kinds[0] ?? {}
  if (isNullable) return null
  if (own.type === 'object')
    return Object.fromEntries(
      Object.entries(own.properties ?? {})
        .filter(([key]) => own.required?.includes(key))
        .map(([key, one]) => [key, emptyOf(one)]),
    )
  if (own.type === 'array') return own.items?.type === 'string' ? [''] : []
  if (own.type === 'boolean') return false
  if (own.type === 'integer' || own.type === 'number') return 0
  return own.enum?.[0] ?? ''
}

/** A shop whose perks say nothing of a tier that is removed: it would be refused for each of them. */
export function withoutPerksOf(shop: unknown, [list, tier, ...rest]: Path): unknown {
  const isTier = (list === 'ranks' || list === 'passes') && typeof tier === 'string' && rest.length === 0
  if (!isTier || !isGroup(shop) || !Array.isArray(shop.perks)) return shop
  const perks = shop.perks.map((group) =>
    isGroup(group) && Array.isArray(group.perks)
      ? { ...group, perks: group.perks.map((perk) => withValue(perk, [tier], undefined)) }
      : group,
  )
  return { ...shop, perks }
}

/** `whyJoin` is `Why join`. */
export function labelOf(key: string): Text {
  if (Object.hasOwn(keyWords, key)) return keyWords[key] ?? key
  return spelledOut(key)
}

/** A message of the server that calls a field by its path (`sections.2.title`, counted from 1) calls it by its labels. */
export function labelsIn(path: string, text: string, say: (label: Text) => string): string {
  const steps = path.split('.').map((step) => (/^[0-9]+$/.test(step) ? String(Number(step) + 1) : step))
  const named = steps.join('.')
  const labels = steps.map((step) => (/^[0-9]+$/.test(step) ? step : say(labelOf(step)))).join(' · ')
  return text.startsWith(`${named} `) || text.startsWith(`${named}:`) || text.includes(` ${named} `)
    ? text.replace(named, labels)
    : text
}

const spelledOut = (key: string): string => {
  const words = key.replace(/([a-z0-9])([A-Z])/g, '$1 $2')
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

/** The group with one of its keys in the place of another one. */
export const withKeyMoved = (group: Group, from: string, to: string): Group => {
  const keys = Object.keys(group)
  return Object.fromEntries(
    moved(keys, keys.indexOf(from), keys.indexOf(to)).map((key) => [key, ownValue(group, key)]),
  )
}

export interface Difference {
  /** Where it is, in words from the outside in; empty for the value itself. */
  readonly labels: readonly Text[]
  readonly before: string
  readonly after: string
}

export const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** Groups whose keys the network chooses. Their order is that of the page. */
const orderedGroups: readonly (Text | undefined)[] = [keyWords.ranks, keyWords.passes]

function differenceOfOrder(before: Group, after: Group, labels: readonly Text[]): Difference[] {
  if (!orderedGroups.includes(labels.at(-1))) return []
  const inBoth = (key: string) => isGroup(ownValue(before, key)) && isGroup(ownValue(after, key))
  const [was, is] = [before, after].map((group) => Object.keys(group).filter(inBoth).join(', '))
  return was === is ? [] : [{ labels: [...labels, msg`Order`], before: was ?? '', after: is ?? '' }]
}

/** The single values that differ, in the order of the later one. `show`: how a value is written. */
export function differences(
  before: unknown,
  after: unknown,
  show: (value: unknown, labels: readonly Text[]) => string = textOf,
  labels: readonly Text[] = [],
): Difference[] {
  const isBoth = (is: (value: unknown) => boolean) =>
    (is(before) || before == null) && (is(after) || after == null) && (is(before) || is(after))
  if (isBoth(isGroup) || isBoth(Array.isArray)) {
    const [one, other] = [before ?? {}, after ?? {}] as [Group, Group]
    const keys = [...new Set([...Object.keys(other), ...Object.keys(one)])]
    const found = keys.flatMap((key) =>
      differences(ownValue(one, key), ownValue(other, key), show, [
        ...labels,
        Array.isArray(after ?? before) ? String(Number(key) + 1) : labelOf(key),
      ]),
    )
    return [...differenceOfOrder(one, other, labels), ...found]
  }
  const [was, is] = [show(before, labels), show(after, labels)]
  return was === is ? [] : [{ labels, before: was, after: is }]
}
