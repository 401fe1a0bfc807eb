import { expect, test } from 'vitest'
import { sayInEnglish } from '../../platform/languages/say.ts'
import { placeText } from './notify-of-cup.ts'

test('[cups.187] A place is told as one says it: 1st, 2nd, 3rd, 11th, 21st, 112th', () => {
  const said = (place: number) => sayInEnglish(placeText(place, 'Isles Cup'))
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 101, 111, 112].map(said)).toEqual(
    [
      '1st',
      '2nd',
      '3rd',
      '4th',
      '11th',
      '12th',
      '13th',
      '21st',
      '22nd',
      '23rd',
      '101st',
      '111th',
      '112th',
    ].map((place) => `You came ${place} in Isles Cup`),
  )
})
