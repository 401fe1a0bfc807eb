/** What Markdown may have, so that rendering it takes a fraction of a second: nested lists take the square of their depth. */
const most = { lines: 1_000, blockMarkers: 600, nested: 20, marks: 3_000, marksInParagraph: 1_000 } as const

const blockMarkers = /^[\t ]*(?:(?:>|[*+-]|\d{1,9}[.)])[\t ]*)+/
const oneBlockMarker = />|[*+-]|\d{1,9}[.)]/g
const marks = /[*_[\]()<&`!\\]/g

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** Says why Markdown takes too long to render; undefined when it does not. */
export function markdownProblem(text: string): string | undefined {
  const lines = text.split(/\r\n|\n|\r/)
  if (lines.length > most.lines) return `At most ${most.lines} lines`
  const perLine = lines.map((line) => count(blockMarkers.exec(line)?.[0] ?? '', oneBlockMarker))
  if (Math.max(...perLine) > most.nested) return `Lists and quotes are at most ${most.nested} deep`
  if (perLine.reduce((sum, number) => sum + number, 0) > most.blockMarkers)
    return `At most ${most.blockMarkers} list items and lines of quotes`
  if (count(text, marks) > most.marks) return `At most ${most.marks} characters such as * _ [ ] ( ) \``
  if (text.split(/\n[\t ]*\n/).some((paragraph) => count(paragraph, marks) > most.marksInParagraph))
    return `At most ${most.marksInParagraph} characters such as * _ [ ] ( ) \` in a paragraph`
  return undefined
}
