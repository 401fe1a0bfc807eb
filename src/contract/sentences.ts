import type { Message, Text } from './languages.ts'
import { ownValue } from './own-value.ts'

const texts = new Map<string, Text>()

/** A message as the build leaves it: its words and the names of its values. */
type Parsed = string | readonly (string | readonly [name: string])[]

/**
 * Schemas keep what is wrong as a string: the English one, by which `textOf` finds its text again. For constants only,
 * because each is remembered; without plurals.
 */
export function sentence(text: Message): string {
  const parts = text.message as Parsed | undefined
  const english =
    typeof parts === 'object'
      ? parts
          .map((part) => (typeof part === 'string' ? part : String(ownValue(text.values, part[0]))))
          .join('')
      : (parts ?? '')
  texts.set(english, text)
  return english
}

/** What a schema says is wrong, to be said in the language of whoever reads it. */
export const textOf = (english: string): Text => texts.get(english) ?? english
