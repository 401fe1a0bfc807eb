/** Spaces and letters that nobody sees (Unicode's default ignorables, the Braille blank) leave a line blank. */
const moreThanTwo = /\n(?:[^\S\n]|[\p{DI}\u2800])*(?:\n(?:[^\S\n]|[\p{DI}\u2800])*){2,}\n/gu

/** A text with at most two blank lines in a row: nobody pushes what others wrote out of sight. */
export const fewBlankLines = (text: string) => text.replaceAll('\r\n', '\n').replace(moreThanTwo, '\n\n\n')
