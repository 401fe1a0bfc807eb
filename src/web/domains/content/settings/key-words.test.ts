import { expect, test } from 'vitest'
import { toJSONSchema } from 'zod/mini'
import { settingValues } from '../../../../contract/content/settings-schemas.ts'
import { sayIn } from '../../../platform/translation.tsx'
import { labelOf, labelsIn, type Shape } from './value.ts'

/** All keys that a form of a setting may show. */
function keysIn(shape: Shape): string[] {
  const further = typeof shape.additionalProperties === 'object' ? [shape.additionalProperties] : []
  return [
    ...Object.keys(shape.properties ?? {}),
    ...[...Object.values(shape.properties ?? {}), ...further, ...(shape.anyOf ?? [])].flatMap(keysIn),
    ...(shape.items === undefined ? [] : keysIn(shape.items)),
  ]
}

test('[owner.13] every key of a setting has a label of its own words, in the case of names', () => {
  const labels = Object.values(settingValues)
    .map((schema) => toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape)
    .flatMap(keysIn)
    .map((key) => sayIn(undefined, labelOf(key)))
  expect(labels).toContain('YouTube')
  expect(
    labels.filter(
      (label) => /url|youtube|tiktok|cents|^alt$/i.test(label) && label !== 'YouTube' && label !== 'TikTok',
    ),
  ).toEqual([])
  expect(labels.filter((label) => !/^[A-Z]/.test(label))).toEqual([])
})

test('[owner.13] a sentence that names a field by its path names it by its labels', () => {
  const said = (path: string, text: string) => labelsIn(path, text, (one) => sayIn(undefined, one))
  expect(said('hero.alt', 'hero.alt: Alternative text is required.')).toBe(
    'Hero · Alternative text: Alternative text is required.',
  )
  expect(said('sections.1.title', 'sections.2.title must not be empty.')).toBe(
    'Sections · 2 · Title must not be empty.',
  )
  expect(said('value', 'The setting is empty')).toBe('The setting is empty')
})
