/** The six directions a face can look to: the outward normal, and the two edges that span the face. */
export const sides = [
  {
    normal: [1, 0, 0],
    origin: [1, 0, 0],
    edges: [
      [0, 1, 0],
      [0, 0, 1],
    ],
  },
  {
    normal: [0, 1, 0],
    origin: [0, 1, 0],
    edges: [
      [0, 0, 1],
      [1, 0, 0],
    ],
  },
  {
    normal: [0, 0, 1],
    origin: [0, 0, 1],
    edges: [
      [1, 0, 0],
      [0, 1, 0],
    ],
  },
  {
    normal: [-1, 0, 0],
    origin: [0, 0, 0],
    edges: [
      [0, 0, 1],
      [0, 1, 0],
    ],
  },
  {
    normal: [0, -1, 0],
    origin: [0, 0, 0],
    edges: [
      [1, 0, 0],
      [0, 0, 1],
    ],
  },
  {
    normal: [0, 0, -1],
    origin: [0, 0, 0],
    edges: [
      [0, 1, 0],
      [1, 0, 0],
    ],
  },
]

/** Every face of a world that touches air, as `{ x, y, z, side, material }`. */
export function facesOf(world) {
  const faces = []
  world.each((x, y, z, material) => {
    sides.forEach(({ normal: [dx, dy, dz] }, side) => {
      if (world.get(x + dx, y + dy, z + dz) === 0) faces.push({ x, y, z, side, material })
    })
  })
  return faces
}

/** The middle of a face, a hair above it. */
export function middleOf({ x, y, z, side }) {
  const [nx, ny, nz] = sides[side].normal
  return [x + 0.5 + nx * 0.501, y + 0.5 + ny * 0.501, z + 0.5 + nz * 0.501]
}
