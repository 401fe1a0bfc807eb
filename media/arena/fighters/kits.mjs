/**
 * What the two fighters wear. A skin is a function of the side of a box and the cell on it, counted from the top
 * left; sides are front, back, left, right, top, bottom. It answers with a colour, or a colour that glows.
 */
const solid = (colour) => () => ({ colour })
const rows =
  (...colours) =>
  (_side, _column, row) => ({ colour: colours[Math.min(row, colours.length - 1)] })

/** The challenger: a fox's hood, a dark coat, an ember scarf, a blade out of the fire. */
export const ember = {
  head: (side, column, row) => {
    if (side === 'front') return { colour: hoodFront[row][column] }
    if (side === 'top' || row < 3) return { colour: '#ff7d33' }
    return { colour: row < 5 ? '#e8661f' : '#d9551a' }
  },
  crown: [
    [
      [-1.75, 3.4, -0.6],
      [-0.55, 4.9, 0.4],
    ],
    [
      [0.55, 3.4, -0.6],
      [1.75, 4.9, 0.4],
    ],
  ],
  crest: (side, _column, row) => ({
    colour: row === 0 ? '#3a1c14' : side === 'front' ? '#8a3a12' : '#ff7d33',
  }),
  body: (side, column, row) => {
    if (row < 1) return { colour: '#ff7d33' }
    if (row === 4) return { colour: '#c98d3b' }
    return { colour: side === 'front' && (column === 2 || column === 3) ? '#4a3a4e' : '#352a3e' }
  },
  arm: rows('#352a3e', '#352a3e', '#42344b', '#42344b', '#ff7d33', '#f3c9a5'),
  leg: rows('#2c2433', '#2c2433', '#2c2433', '#5b2f1c', '#5b2f1c', '#3a1c14'),
  scarf: solid('#ff6a1f'),
  hilt: solid('#5b3a22'),
  guard: solid('#c98d3b'),
  blade: () => ({ colour: '#ff4208', glow: 0.5 }),
}

const hoodFront = ['.......', '.......', 'c.....c', 'ck...kc', 'ccc.ccc', 'ssnnnss', 'sssssss'].map((row) =>
  [...row].map(
    (letter) => ({ '.': '#ff7d33', c: '#fbeee0', k: '#160c14', n: '#160c14', s: '#efd9c2' })[letter],
  ),
)

/** The champion: plate of pale steel, a blue plume, a visor and a blade of cold light. */
export const frost = {
  head: (side, column, row) => {
    if (side === 'front' && row === 3 && column > 0 && column < 6) return { colour: '#4fd4ff', glow: 1 }
    if (side === 'front' && row > 3 && column === 3) return { colour: '#5d6f92' }
    return { colour: row === 0 || row === 6 ? '#7286ac' : '#93a5c6' }
  },
  crown: [
    [
      [-0.35, 3.4, -1.9],
      [0.35, 4.5, 1.2],
    ],
    [
      [-0.35, 2.2, -2.6],
      [0.35, 3.9, -1.75],
    ],
  ],
  crest: solid('#2c62e8'),
  body: (side, column, row) => {
    if (row === 4) return { colour: '#31406b' }
    if (side === 'front' && (column === 2 || column === 3) && row < 4) return { colour: '#2c62e8' }
    return { colour: row < 2 ? '#93a5c6' : '#7286ac' }
  },
  arm: rows('#93a5c6', '#93a5c6', '#31406b', '#31406b', '#7286ac', '#5d6f92'),
  leg: rows('#31406b', '#31406b', '#31406b', '#7286ac', '#7286ac', '#5d6f92'),
  scarf: solid('#2c62e8'),
  hilt: solid('#31406b'),
  guard: solid('#93a5c6'),
  blade: () => ({ colour: '#1fa6e6', glow: 0.6 }),
}
