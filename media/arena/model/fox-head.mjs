import { m } from './materials.mjs'
import { ball, block } from './shapes.mjs'

const skull = ball([0, 20, 1.4], [7.9, 6, 6.2], 3.6)

/** The face as the mark draws it: dark-rimmed eyes that slant, a white mask below them. */
function faceAt(x, y, z, fur) {
  if (z < 3.4) return fur(x, y, z)
  const slanted = y - (x - 3.6) * 0.3
  if (x > 1.8 && x < 6 && slanted > 18.4 && slanted < 21.6)
    return x > 2.4 && x < 4.8 && slanted > 18.9 && slanted < 20.9 ? m.eye : m.sock
  if (y < 18.2 - Math.max(0, 2.4 - x) * 0.5) return m.cream
  if (x < 1.4 && y > 22) return m.furLight
  return y > 23.6 ? m.fur : fur(x, y, z)
}

const ear = { x: 5, foot: 24.4, height: 8.6 }
const earHalf = (y) => 3.4 * (1 - (y - ear.foot) / ear.height) + 0.25
const isEar = (x, y, z) =>
  y >= ear.foot &&
  y <= ear.foot + ear.height &&
  Math.abs(x - ear.x - (y - ear.foot) * 0.12) <= earHalf(y) &&
  z >= -1.6 &&
  z <= 1.8 - (y - ear.foot) * 0.12
function earAt(x, y, z, fur) {
  if (y > ear.foot + 5) return m.sock
  const front = z > 0.9 - (y - ear.foot) * 0.12
  return front && Math.abs(x - ear.x - (y - ear.foot) * 0.12) < earHalf(y) - 1.1 ? m.furDark : fur(x, y, z)
}

/** Later parts win over earlier ones. */
export const head = (fur) => [
  { shape: isEar, material: (x, y, z) => earAt(x, y, z, fur) },
  {
    shape: ball([7, 17, 0.8], [3.2, 2.8, 3.4]),
    material: (_x, y, z) => (z > 0 || y < 16 ? m.cream : m.creamDeep),
  },
  { shape: skull, material: (x, y, z) => faceAt(x, y, z, fur) },
  {
    shape: (x, y, z) => block([0, 14.6, 6], [3.6, 18, 11.4])(x, y, z) && x < 4.2 - (z - 6) * 0.22,
    material: () => m.cream,
  },
  {
    shape: (x, y, z) => block([0, 18, 6], [2.1, 19.2, 10.4])(x, y, z) && y < 19.6 - (z - 6) * 0.2,
    material: () => m.fur,
  },
  { shape: block([0, 17, 10.6], [1.5, 19, 12.4]), material: () => m.nose },
]
