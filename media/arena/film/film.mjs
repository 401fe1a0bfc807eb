import { fighterBoxes } from '../fighters/fighter.mjs'
import { ember, frost } from '../fighters/kits.mjs'
import { quadsOf } from '../fighters/quads.mjs'
import { bake } from '../light/bake.mjs'
import { lightAt } from '../light/open.mjs'
import { bytesOf } from '../light/tone.mjs'
import { buildArena, lamps } from '../model/arena.mjs'
import { linear } from '../model/materials.mjs'
import { backdrop } from './backdrop.mjs'
import { cameraAt, projector, spread } from './camera.mjs'
import { hurtAt, poseAt } from './choreography.mjs'
import { bytesFrom, nightAt } from './colour.mjs'
import { digitsAt } from './digits.mjs'
import { farIslands } from './far-islands.mjs'
import { grade } from './grade.mjs'
import { loopSeconds } from './loop.mjs'
import { flashesAt, particlesAt, rageAt, shakeAt } from './particles.mjs'
import { pixelOf, Raster } from './raster.mjs'
import { pixelNow, stageOf } from './stage.mjs'

const kits = { ember, frost }
const red = [1, 0.06, 0.05]
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/** A function that draws the frame of a second into bytes of red, green and blue. */
export function makeFilm(width, height) {
  const raster = new Raster(width * 2, height * 2)
  const stage = [...stageOf(bake(buildArena(), lamps)), ...farIslands()]
  const far = backdrop()
  return (seconds, out) => {
    const camera = cameraAt(seconds, shakeAt(seconds))
    const project = projector(camera, raster.width, raster.height)
    const draw = (corners, pixel) => {
      const points = corners.map(project)
      if (points.every(Boolean)) raster.quad(points, pixel)
    }
    raster.clear(skyRows(camera, raster.height))
    for (const { corners, pixel } of far) draw(corners, pixel)
    const flashes = flashesAt(seconds)
    const poses = Object.keys(kits).map((who) => ({ who, pose: poseAt(who, seconds) }))
    const feet = poses.map(({ pose }) => pose.at)
    const rage = rageAt(seconds)
    for (const face of stage)
      if (dot(face.normal, camera.eye) > dot(face.normal, face.middle))
        draw(face.corners, pixelNow(face, flashes, feet, rage))
    for (const { who, pose } of poses) drawFighter(draw, camera, who, pose, flashes, seconds)
    for (const { at, half, colour, glow } of [...particlesAt(seconds), ...digitsAt(seconds, camera)])
      draw(facing(camera, at, half), pixelOf(bytesFrom(colour), glow))
    grade(raster, halos(project, seconds, height), out)
  }
}

function skyRows({ pitch }, height) {
  return Array.from({ length: height }, (_, y) =>
    pixelOf(nightAt(pitch + Math.atan((1 - (2 * y) / height) * spread)).map(Math.round)),
  )
}

function drawFighter(draw, camera, who, pose, flashes, seconds) {
  const hurt = hurtAt(who, seconds)
  for (const { corners, normal, colour, glow } of fighterBoxes(kits[who], pose).flatMap(quadsOf)) {
    const middle = corners[0].map((part, k) => (part + corners[2][k]) / 2)
    if (dot(normal, camera.eye) <= dot(normal, middle)) continue
    const light = lightAt(middle, normal, [...lamps, ...flashes])
    const own = linear(colour).map((part, c) => part + (red[c] - part) * hurt * 0.8)
    draw(
      corners,
      pixelOf(
        bytesOf(own.map((part, c) => part * (light[c] * (1 - hurt * 0.55) + glow * (1 - hurt) + hurt * 0.1))),
        Math.min(1, glow * 0.5),
      ),
    )
  }
}

/** A square at a point that looks at the camera. */
const facing = ({ right, up }, at, half) =>
  [
    [-1, 1],
    [1, 1],
    [1, -1],
    [-1, -1],
  ].map(([s, t]) => at.map((part, k) => part + (right[k] * s + up[k] * t) * half))

/** The air around the fires; they flicker in beats that divide the loop. */
function halos(project, seconds, height) {
  return lamps.flatMap(({ at }, i) => {
    const point = project(at)
    if (point === undefined) return []
    const beat = (seconds / loopSeconds) * 2 * Math.PI
    const flicker = 1 + 0.12 * Math.sin(beat * (31 + i * 4)) + 0.08 * Math.sin(beat * (53 - i * 3))
    const radius = (15 * point[2] * height) / 2 / spread
    return [{ x: point[0] / 2, y: point[1] / 2, radius, colour: [255, 120, 44], strength: 0.3 * flicker }]
  })
}
