import { expect, test } from 'vitest'
import { facesOf } from '../light/faces.mjs'
import { Voxels } from '../model/voxels.mjs'
import { outlines, pathOf } from './outline.mjs'
import { reduce } from './palette.mjs'
import { visibleTriangles } from './project.mjs'

const worldOf = (...cells) => {
  const world = new Voxels()
  for (const [x, y, z] of cells) world.set(x, y, z, 1)
  return world
}
const trianglesOf = (world) => [...visibleTriangles(facesOf(world)).values()]

test('A world that would be cut off is refused', () => {
  expect(() => new Voxels().set(64, 0, 0, 1)).toThrow('outside the world')
})

test('What is hidden is not drawn: a voxel straight behind another leaves the picture as it was', () => {
  const near = trianglesOf(worldOf([0, 0, 0]))
  expect(near).toHaveLength(10)
  const both = trianglesOf(worldOf([0, 0, 0], [-2, -1, -2]))
  expect(both).toHaveLength(10)
  expect(both.every(({ face }) => face.x === 0)).toBe(true)
})

test('A voxel that is half hidden shows the rest of itself', () => {
  const both = trianglesOf(worldOf([0, 0, 0], [-1, 0, -1]))
  const behind = both.filter(({ face }) => face.x === -1)
  expect(behind.length).toBeGreaterThan(0)
  expect(behind.length).toBeLessThan(10)
})

test('Triangles that touch have one outline, and straight runs no corners in between', () => {
  const floor = worldOf(...[0, 1, 2, 3].flatMap((x) => [0, 1, 2, 3].map((z) => [x, 0, z])))
  const tops = trianglesOf(floor).filter(({ face }) => face.side === 1)
  expect(tops).toHaveLength(32)
  const rings = outlines(tops.map(({ c, m }) => [c, m]))
  expect(rings).toHaveLength(1)
  expect(rings[0]).toHaveLength(4)
})

test('A hole in a surface is an outline of its own', () => {
  const cells = [0, 1, 2].flatMap((x) => [0, 1, 2].map((z) => [x, 0, z]))
  const ring = worldOf(...cells.filter(([x, , z]) => x !== 1 || z !== 1))
  const tops = trianglesOf(ring).filter(({ face }) => face.side === 1)
  expect(outlines(tops.map(({ c, m }) => [c, m]))).toHaveLength(2)
})

test('An outline comes back as a path from which its corners can be read', () => {
  const corners = [
    [0, 0],
    [2, 2],
    [0, 4],
    [-2, 2],
  ]
  const path = pathOf([corners, corners])
  expect(path).toBe('m0 0 6 2-6 2-6-2zm0 0 6 2-6 2-6-2z')
})

test('A palette keeps few colours, all of them of the picture, and a small bright one among them', () => {
  const greys = Array.from({ length: 60 }, (_, i) => ({ bytes: [40 + i, 40 + i, 40 + i], weight: 500 }))
  const flame = { bytes: [255, 140, 40], weight: 2 }
  const reduced = reduce([...greys, flame], 6)
  const kept = new Set(reduced.map(String))
  expect(kept.size).toBeLessThanOrEqual(6)
  expect(reduced.at(-1)).toEqual(flame.bytes)
  for (const colour of kept) expect([...greys, flame].map(({ bytes }) => String(bytes))).toContain(colour)
})
