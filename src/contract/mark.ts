/** The mark, a fox drawn by hand: one letter a voxel, twelve by twelve. */
export const markRows = [
  'd..........d',
  'oo........oo',
  'oko......oko',
  'okooooooookr',
  'ooohooooohor',
  'oohoooooooor',
  'oonnoooonnrr',
  'cconnoonnorc',
  'cccccoorcccc',
  '.ccccnncccc.',
  '..ccccccc...',
  '....ccc.....',
] as const

export const markColours = {
  o: '#ff7d33',
  h: '#ffa266',
  r: '#d9551a',
  d: '#a8430d',
  k: '#5b2408',
  c: '#fbeee0',
  n: '#160c14',
} as const

/** One SVG path per colour, in a view box of 12 by 12. */
export const markPaths = Object.entries(markColours).map(([letter, fill]) => ({
  fill,
  d: markRows
    .flatMap((row, y) => [...row].map((voxel, x) => (voxel === letter ? `M${x} ${y}h1v1h-1z` : '')))
    .join(''),
}))
