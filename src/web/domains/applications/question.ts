import type { AnswerName } from '../../../contract/applications/application-answers-schemas.ts'
import type { Message, Text } from '../../../contract/languages.ts'

export interface AnswerOption {
  readonly value: string
  readonly label: Text
}

interface Asked {
  readonly name: AnswerName
  /** What the form asks; staff read it above the answer. */
  readonly label: Message
  readonly hint?: Message
  readonly optional?: true
  /** One line that needs a row of its own. */
  readonly wide?: true
  /** Asked only of those who were staff, or who are: the value of `previous_experience` decides. */
  readonly after?: readonly string[]
}

/** One question of the application, and how it is answered. */
export type Question = Asked &
  (
    | { readonly kind: 'line'; readonly autoComplete?: string }
    | { readonly kind: 'number' | 'email' | 'link' | 'text' | 'yesno' }
    | { readonly kind: 'one' | 'some'; readonly options: readonly AnswerOption[] }
  )

/** Value and label of a closed list, in its order. */
export const optionsOf = (words: Readonly<Record<string, Text>>): readonly AnswerOption[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

const shortKinds: readonly Question['kind'][] = ['line', 'number', 'email', 'yesno']

/** Two short ones stand side by side where there is room, in the form and where it is read. */
export const isShort = ({ kind, wide }: Question) => !wide && shortKinds.includes(kind)
