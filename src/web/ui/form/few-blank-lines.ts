import { invisibleLetters } from '../../../contract/text.ts'

/** Spaces and letters that nobody sees leave a line blank. */
const blank = String.raw`(?:[^\S\n]|[${invisibleLetters}])*`
const moreThanTwo = new RegExp(String.raw`\n${blank}(?:\n${blank}){2,}\n`, 'gu')

/** A text with at most two blank lines in a row: nobody pushes what others wrote out of sight. */
export const fewBlankLines = (text: string) => text.replaceAll('\r\n', '\n').replace(moreThanTwo, '\n\n\n')
