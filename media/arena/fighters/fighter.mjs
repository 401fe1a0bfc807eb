import { within } from './matrix.mjs'

/**
 * A pose: `at` the feet's middle, `facing` in degrees (0 looks along +z), angles in degrees for body, head, arms,
 * legs and the sword hand. Positive swings a limb forward. All lengths are voxels.
 * @typedef {{ at: number[], facing: number, lean?: number, twist?: number, head?: number[], right?: number[],
 *   left?: number[], rightLeg?: number, leftLeg?: number, sword?: number[], cape?: number }} Pose
 */

/** Taller than the rules of the world would have them: they are who the eye should find. */
const size = 1.22

/** The boxes of a fighter: each a place, its lower and upper corner in it, a skin and cells across it. */
export function fighterBoxes(kit, pose) {
  const feet = within(
    { x: [size, 0, 0], y: [0, size, 0], z: [0, 0, size], o: pose.at },
    [0, 0, 0],
    [0, pose.facing],
  )
  const hips = within(feet, [0, 4, 0], [pose.lean ?? 0, pose.twist ?? 0])
  const neck = within(hips, [0, 4, 0], pose.head ?? [])
  const rightArm = within(hips, [-2.55, 3.6, 0], back(pose.right))
  const leftArm = within(hips, [2.55, 3.6, 0], back(pose.left))
  const hand = within(rightArm, [0, -3.4, 0], pose.sword ?? [])
  const cape = within(hips, [0, 3.7, -1.05], [-(pose.cape ?? 12)])
  return [
    ...legs(kit, feet, pose),
    { place: hips, from: [-1.8, 0, -1.05], to: [1.8, 4, 1.05], skin: kit.body, cells: [6, 6, 3] },
    { place: hips, from: [-1.95, 3.3, -1.2], to: [1.95, 4.2, 1.2], skin: kit.scarf, cells: [1, 1, 1] },
    { place: cape, from: [0.3, -3.4, -0.25], to: [1.5, 0, 0.05], skin: kit.scarf, cells: [1, 1, 1] },
    { place: leftArm, from: [-0.75, -3.6, -0.75], to: [0.75, 0.5, 0.75], skin: kit.arm, cells: [1, 6, 1] },
    { place: neck, from: [-1.75, 0, -1.75], to: [1.75, 3.4, 1.75], skin: kit.head, cells: [7, 7, 7] },
    ...kit.crown.map(([from, to]) => ({ place: neck, from, to, skin: kit.crest, cells: [1, 2, 1] })),
    { place: rightArm, from: [-0.75, -3.6, -0.75], to: [0.75, 0.5, 0.75], skin: kit.arm, cells: [1, 6, 1] },
    { place: hand, from: [-0.3, -0.3, -0.9], to: [0.3, 0.3, 0.9], skin: kit.hilt, cells: [1, 1, 1] },
    { place: hand, from: [-0.35, -1.1, 0.9], to: [0.35, 1.1, 1.4], skin: kit.guard, cells: [1, 1, 1] },
    { place: hand, from: [-0.22, -0.55, 1.4], to: [0.22, 0.55, 7.6], skin: kit.blade, cells: [1, 1, 1] },
  ]
}

const legs = (kit, feet, { rightLeg = 0, leftLeg = 0 }) =>
  [
    [-0.95, rightLeg],
    [0.95, leftLeg],
  ].map(([x, swing]) => ({
    place: within(feet, [x, 4, 0], [-swing]),
    from: [-0.85, -4, -0.9],
    to: [0.85, 0, 0.9],
    skin: kit.leg,
    cells: [1, 6, 1],
  }))

/** Arms are given as degrees forward, outward and around; turning about x by a positive angle swings a limb back. */
const back = ([forward = 0, outward = 0, around = 0] = []) => [-forward, around, outward]
