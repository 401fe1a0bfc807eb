import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { FairPlayContent } from '../../../contract/content/fair-play-schemas.ts'
import { rootDir } from '../../store.ts'
import { defaultFairPlay } from './default-words.ts'
import { checkYaml } from './yaml-file.ts'

const check = (text: string) =>
  checkYaml({
    file: 'fair-play.yaml',
    text,
    schema: FairPlayContent,
    placeholders: {},
    defaults: defaultFairPlay,
  })

test('[fair.79] the shipped limits of the detector are those of a site without the file', async () => {
  const text = await readFile(join(rootDir, 'content/fair-play.yaml'), 'utf8')
  expect(parse(text)).toEqual(defaultFairPlay)
  expect(check('')).toEqual({ value: defaultFairPlay })
})

test.each([
  [
    'detector: { oneSided: { matches: 2 } }',
    'detector.oneSided.matches must be a whole number from 3 to 50.',
  ],
  [
    'detector: { feeding: { percentLost: 101 } }',
    'detector.feeding.percentLost must be a whole number from 51 to 100.',
  ],
  [
    'detector: { throwing: { losses: many } }',
    'detector.throwing.losses must be a whole number from 3 to 50.',
  ],
  [
    'detector: { inputSwitch: { before: 8.5 } }',
    'detector.inputSwitch.before must be a whole number from 5 to 50.',
  ],
])('[fair.79] %s is refused with the field and what is allowed', (text, reason) => {
  expect(check(text)).toMatchObject({ problems: [{ line: 1, reason }] })
})
