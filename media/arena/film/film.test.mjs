import { expect, test } from 'vitest'
import { cameraAt } from './camera.mjs'
import { blows, hurtAt, poseAt } from './choreography.mjs'
import { ffmpeg } from './encode.mjs'
import { loopSeconds, periodic } from './loop.mjs'
import { particlesAt } from './particles.mjs'
import { pixelOf, Raster } from './raster.mjs'

const frame = 1 / 24
const near = (a, b, most) => a.every((part, k) => Math.abs(part - b[k]) < most)

test('The film starts over unseen: camera, fighters and embers are at its end where they are at its beginning', () => {
  const [first, last] = [cameraAt(0), cameraAt(loopSeconds - 1e-6)]
  expect(near(first.eye, last.eye, 1e-3)).toBe(true)
  expect(near(first.forward, last.forward, 1e-4)).toBe(true)
  for (const who of ['ember', 'frost']) {
    const [begin, end] = [poseAt(who, 0), poseAt(who, loopSeconds - 1e-6)]
    for (const part of Object.keys(begin))
      expect(near([begin[part]].flat(), [end[part]].flat(), 1e-2), `${who} ${part}`).toBe(true)
  }
  const [begin, end] = [particlesAt(0), particlesAt(loopSeconds - 1e-9)]
  expect(end).toHaveLength(begin.length)
  const moved = begin.filter(({ at }, i) => !near(at, end[i].at, 1e-3))
  expect(moved).toEqual([])
})

test('Nobody jumps between two frames further than a fighter is tall', () => {
  for (const who of ['ember', 'frost'])
    for (let second = 0; second + frame < loopSeconds; second += frame)
      expect(near(poseAt(who, second).at, poseAt(who, second + frame).at, 3)).toBe(true)
})

test('Who was not hit never flashes red; who was does so at the blow and not before', () => {
  for (let second = 0; second < loopSeconds; second += frame) expect(hurtAt('ember', second)).toBe(0)
  const hits = blows.filter(({ kind }) => kind === 'hit')
  expect(hits.map(({ combo }) => combo)).toEqual([1, 2, 3])
  for (const { time } of hits) expect(hurtAt('frost', time + 0.01)).toBeGreaterThan(0.9)
  expect(hurtAt('frost', hits[0].time - 0.01)).toBe(0)
})

test('A closed path goes through its keyframes', () => {
  const keys = [
    [0, 1],
    [2, 5],
    [3, -4],
  ]
  for (const [time, value] of keys) expect(periodic(keys, time, 6)[0]).toBeCloseTo(value)
})

test('What is nearer hides what is farther, in whatever order they are drawn', () => {
  const square = (depth) => [
    [1, 1, depth],
    [5, 1, depth],
    [5, 5, depth],
    [1, 5, depth],
  ]
  const [far, close] = [pixelOf([10, 20, 30]), pixelOf([200, 100, 50], 1)]
  for (const order of [
    [
      [0.1, far],
      [0.5, close],
    ],
    [
      [0.5, close],
      [0.1, far],
    ],
  ]) {
    const raster = new Raster(6, 6)
    raster.clear(new Array(6).fill(0))
    for (const [depth, pixel] of order) raster.quad(square(depth), pixel)
    expect(raster.pixels[3 * 6 + 3]).toBe(close)
    expect(raster.pixels[0]).toBe(0)
    expect([...raster.pixels].filter((pixel) => pixel === close)).toHaveLength(16)
  }
})

test('Without ffmpeg the script says what to install', async () => {
  await expect(ffmpeg(['-version'], { program: 'no-such-encoder' }).finish()).rejects.toThrow(
    'apt-get install ffmpeg',
  )
})
