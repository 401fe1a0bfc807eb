import type { Message, Text } from './languages.ts'

/** A schema's error is a string: here the text as JSON, which `textOf` reads. */
export const sentence = (text: Message): string => JSON.stringify(text)

/** What a schema says is wrong, to be rendered in the reader's language. Zod's own words are English. */
export const textOf = (error: string): Text => (error.startsWith('{"id":') ? JSON.parse(error) : error)
