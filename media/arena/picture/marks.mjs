import { lamps } from '../model/arena.mjs'
import { height, onCanvas, width } from './canvas.mjs'
import { spark } from './scene.mjs'
import { brightStars } from './sky.mjs'

const part = (value, whole) => Number(((value / whole) * 100).toFixed(2))
const spot = ([x, y]) => ({ left: part(x, width), top: part(y, height) })

/** Where the moving parts lie on the picture, in percent of it. */
export const marks = (fighters) => ({
  width,
  height,
  fighters: Object.fromEntries(
    fighters.map(({ who, left, top, width: across, height: tall }) => [
      who,
      { ...spot([left, top]), width: part(across, width), pixels: { width: across, height: tall } },
    ]),
  ),
  fires: lamps.map(({ at }) => spot(onCanvas(at))),
  spark: spot(onCanvas(spark)),
  stars: brightStars.map(spot),
})
