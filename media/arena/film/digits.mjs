import { blows, onLine } from './choreography.mjs'

const glyphs = {
  x: ['...', '...', '#.#', '.#.', '#.#'],
  1: ['.#.', '##.', '.#.', '.#.', '###'],
  2: ['###', '..#', '###', '#..', '###'],
  3: ['###', '..#', '.##', '..#', '###'],
}

/** The combo count above who is hit, in squares that look at the camera: `{ at, half, colour, glow }`. */
export function digitsAt(seconds, { right, up, forward }) {
  return blows.flatMap(({ time, combo, along }, i) => {
    const since = seconds - time
    const until = combo === 3 ? 1.25 : (blows[i + 1]?.time ?? Infinity) - time
    if (combo === undefined || since < 0 || since > until) return []
    const pop = since < 0.12 ? 0.6 + (since / 0.12) * 0.7 : 1.3 - Math.min(0.3, (since - 0.12) * 2)
    const fade = Math.min(1, (until - since) / 0.15)
    const cell = 0.62 * pop * fade * (combo === 3 ? 1.25 : 1)
    const middle = onLine(along + 2.2, 15.6 + since * 1.2)
    const place = (column, row) =>
      middle.map((part, k) => part + (right[k] * (column - 3) + up[k] * (2 - row)) * cell)
    return squares(`x${combo}`).flatMap(([column, row]) => [
      { at: place(column, row), half: cell / 2, colour: combo === 3 ? '#ff7d33' : '#ffa266', glow: 0.25 },
      // A dark edge below and to the right: the count must read in front of the moon too.
      {
        at: place(column + 0.35, row + 0.35).map((part, k) => part + forward[k] * 0.4),
        half: cell / 1.7,
        colour: '#1c0d10',
        glow: 0,
      },
    ])
  })
}

const squares = (text) =>
  [...text].flatMap((letter, place) =>
    glyphs[letter].flatMap((row, y) =>
      [...row].flatMap((mark, x) => (mark === '#' ? [[x + place * 4, y]] : [])),
    ),
  )
