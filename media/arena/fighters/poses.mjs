/** The moment of the picture: the challenger's blade comes down, the champion's is up against it. */
export const clash = {
  ember: {
    at: [-4.3, 0, 4.3],
    facing: 112,
    lean: 16,
    twist: -8,
    head: [-8, -26],
    right: [128, 4, 0],
    left: [-42, 24, 0],
    rightLeg: -36,
    leftLeg: 34,
    sword: [66, 0, 0],
    cape: 46,
  },
  frost: {
    at: [4.6, 0, -4.6],
    facing: -22,
    lean: -8,
    twist: 14,
    head: [4, 16],
    right: [84, -8, 0],
    left: [52, 34, 0],
    rightLeg: 24,
    leftLeg: -24,
    sword: [12, -14, 0],
    cape: 22,
  },
}
