import { hills } from './noise.mjs'

/** From the lit side to the dark limb. */
export const moonTones = ['#d9d3e6', '#c3bbd8', '#a89fc6', '#857bad']

/** The moon as square cells `{ column, row, tone }` around its middle: lit from the upper left, with seas. */
export function moonCells(radius) {
  const cells = []
  for (let row = -radius; row < radius; row += 1)
    for (let column = -radius; column < radius; column += 1) {
      const [across, down] = [column + 0.5, row + 0.5]
      if (Math.hypot(across, down) > radius) continue
      const sea = hills(column + 60, row + 60, 7, 9) > 0.58 ? 1 : 0
      const shade = (across + down) / radius > 0.62 ? 1 : 0
      const limb = (across + down) / radius > 1.12 ? 1 : 0
      cells.push({ column, row, tone: Math.min(3, sea + shade + limb) })
    }
  return cells
}
