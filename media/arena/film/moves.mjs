/** Every move as a pose without place. Angles in degrees, as in fighter.mjs. */
const still = {
  guard: {
    lean: 6,
    twist: 0,
    head: [0, 0],
    right: [64, 10, 0],
    left: [36, 26, 0],
    rightLeg: 14,
    leftLeg: -16,
    sword: [30, 0, 0],
    cape: 16,
  },
  windup: {
    lean: -6,
    twist: 26,
    head: [0, -10],
    right: [160, 14, 0],
    left: [56, 22, 0],
    rightLeg: -26,
    leftLeg: 30,
    sword: [20, 0, 0],
    cape: 44,
  },
  slash: {
    lean: 22,
    twist: -30,
    head: [-10, 14],
    right: [66, -16, 0],
    left: [-46, 26, 0],
    rightLeg: -40,
    leftLeg: 38,
    sword: [66, 0, 0],
    cape: 52,
  },
  backhand: {
    lean: 14,
    twist: 30,
    head: [-6, -14],
    right: [70, 46, 0],
    left: [20, 30, 0],
    rightLeg: 24,
    leftLeg: -28,
    sword: [70, 30, 0],
    cape: 30,
  },
  block: {
    lean: -8,
    twist: 12,
    head: [4, -6],
    right: [86, -10, 0],
    left: [54, 30, 0],
    rightLeg: 24,
    leftLeg: -26,
    sword: [10, -16, 0],
    cape: 18,
  },
  dodge: {
    lean: -24,
    twist: 10,
    head: [10, 0],
    right: [40, 40, 0],
    left: [50, 44, 0],
    rightLeg: 34,
    leftLeg: 10,
    sword: [40, 20, 0],
    cape: 4,
  },
  crouch: {
    lean: 34,
    twist: 34,
    head: [-26, -20],
    right: [-30, 30, 0],
    left: [60, 20, 0],
    rightLeg: -44,
    leftLeg: 48,
    sword: [80, 0, 0],
    cape: 50,
  },
  rise: {
    lean: -14,
    twist: -24,
    head: [-6, 10],
    right: [150, 0, 0],
    left: [-40, 34, 0],
    rightLeg: -20,
    leftLeg: 44,
    sword: [64, 0, 0],
    cape: 60,
  },
  triumph: {
    lean: -4,
    twist: -6,
    head: [-8, -20],
    right: [172, 10, 0],
    left: [-6, 18, 0],
    rightLeg: 8,
    leftLeg: -10,
    sword: [84, 0, 0],
    cape: 14,
  },
  hurt: {
    lean: -30,
    twist: -12,
    head: [-22, 8],
    right: [34, 56, 0],
    left: [44, 60, 0],
    rightLeg: 34,
    leftLeg: 4,
    sword: [30, 30, 0],
    cape: -10,
  },
  thrown: {
    lean: -72,
    twist: -20,
    head: [-10, 0],
    right: [120, 60, 0],
    left: [110, 60, 0],
    rightLeg: 66,
    leftLeg: 40,
    sword: [20, 20, 0],
    cape: -30,
  },
  kneel: {
    lean: 26,
    twist: 0,
    head: [16, 0],
    right: [30, 14, 0],
    left: [40, 10, 0],
    rightLeg: 78,
    leftLeg: -62,
    sword: [60, 0, 0],
    cape: 30,
  },
}

/** Feet keep these beats, so that they are where they were when the loop starts over. */
const stride = (seconds, beats) => Math.sin(seconds * beats * ((2 * Math.PI) / 9))

/** A move at a second: steps and breath go on by themselves. */
export function moves(name, seconds) {
  if (name === 'walk' || name === 'run') {
    const swing = stride(seconds, name === 'run' ? 27 : 14) * (name === 'run' ? 48 : 26)
    const lean = name === 'run' ? 22 : 4
    return {
      ...still.guard,
      lean,
      rightLeg: swing,
      leftLeg: -swing,
      left: [30 - swing * 0.6, 18, 0],
      cape: lean * 2.4 + 6,
    }
  }
  const pose = still[name]
  const breath = stride(seconds, 9)
  return { ...pose, lean: pose.lean + breath * 1.5, cape: pose.cape + stride(seconds, 18) * 5 }
}
