/** The logo, a fox, one letter per voxel. It is 16 × 16 so that icons of 16, 32 and 48 pixels are crisp. */
export const markRows = [
  '.dd..........dd.',
  '.ood........dor.',
  '.ohoo......ooor.',
  '.okkoo....ookkr.',
  '.okkkohhoookkkr.',
  '.okkohooooookkr.',
  '.ooohoooooooorr.',
  'ooohoooooooooorr',
  'ooohooooooooorrr',
  'ooonnoooooonnrrr',
  'cooonnoooonnorrs',
  'ccccooooooorcccs',
  'cccccooooorccccs',
  '.ccccccnncccccs.',
  '..cccccnncccss..',
  '....ccccccss....',
] as const

/** Voxels per side. */
export const markSize = markRows.length

export const markColours = {
  o: '#ff7d33',
  h: '#ffa266',
  r: '#d9551a',
  d: '#a8430d',
  k: '#5b2408',
  c: '#fbeee0',
  s: '#e3cbb5',
  n: '#160c14',
} as const

/** One SVG path per colour, in a `markSize` × `markSize` viewBox. */
export const markPaths = Object.entries(markColours).map(([letter, fill]) => ({
  fill,
  d: markRows
    .flatMap((row, y) => [...row].map((voxel, x) => (voxel === letter ? `M${x} ${y}h1v1h-1z` : '')))
    .join(''),
}))
