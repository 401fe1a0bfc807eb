/**
 * What Markdown may have, so that rendering it takes 100 ms of a processor at most (docs/performance.md). Emphasis takes
 * the square of the marks of its paragraph, and lists that of their depth.
 */
const most = { lines: 1_000, blocks: 400, nested: 8, marks: 2_000, marksInParagraph: 400 } as const

const blockMarkers = /^[\t ]*(?:(?:>|[*+-]|\d{1,9}[.)])[\t ]*)+/
const oneBlockMarker = />|[*+-]|\d{1,9}[.)]/g
/** The line below a heading, and what a link in brackets stands for. */
const underlineOrDefinition = /^ {0,3}(?:=+[\t ]*$|\[)/
const marks = /[*_[\]<&`\\]/g

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** How deep the blocks of a line are at most: each level is a marker, or two columns before one. */
function depthOf(markers: string): number {
  const indent = /^[\t ]*/.exec(markers)?.[0].replaceAll('\t', '    ').length ?? 0
  return count(markers, oneBlockMarker) + Math.floor(indent / 2)
}

/** Says why Markdown takes too long to render; undefined when it does not. Takes time in proportion to its length. */
export function markdownProblem(text: string): string | undefined {
  const lines = text.split(/\r\n|\n|\r/)
  if (lines.length > most.lines) return `At most ${most.lines} lines`
  let blocks = 0
  for (const line of lines) {
    const markers = blockMarkers.exec(line)?.[0] ?? ''
    if (depthOf(markers) > most.nested && markers.trim() !== '')
      return `Lists and quotes are at most ${most.nested} deep`
    blocks += count(markers, oneBlockMarker) + count(line, underlineOrDefinition)
  }
  if (blocks > most.blocks)
    return `At most ${most.blocks} list items, lines of quotes and underlined headings`
  if (count(text, marks) > most.marks) return `At most ${most.marks} characters such as * _ [ ] \``
  if (text.split(/\n[\t ]*\n/).some((paragraph) => count(paragraph, marks) > most.marksInParagraph))
    return `At most ${most.marksInParagraph} characters such as * _ [ ] \` in a paragraph`
  return undefined
}
