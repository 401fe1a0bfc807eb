/** What the world is built of. `glow` makes a material a light of its own, in multiples of its colour. */
const table = {
  stone: { colour: '#827d82' },
  stoneLight: { colour: '#8f898c' },
  stoneDark: { colour: '#746f78' },
  trim: { colour: '#4a4a60' },
  trimLight: { colour: '#62627a' },
  inlay: { colour: '#ff4208', glow: 0.5 },
  rock: { colour: '#6a607e' },
  rockLight: { colour: '#7d7290' },
  rockDark: { colour: '#544c68' },
  moss: { colour: '#3f6b58' },
  mossLight: { colour: '#558565' },
  crystal: { colour: '#ff3d08', glow: 0.6 },
  fur: { colour: '#ff7d33' },
  furLight: { colour: '#ff9144' },
  furDeep: { colour: '#d9551a' },
  furDark: { colour: '#8a3a12' },
  sock: { colour: '#3a1c14' },
  cream: { colour: '#fbeee0' },
  creamDeep: { colour: '#e3cdb8' },
  nose: { colour: '#160c14' },
  eye: { colour: '#ff8a1e', glow: 1.1 },
  iron: { colour: '#34323f' },
  wood: { colour: '#7a5236' },
  woodDark: { colour: '#573823' },
  cloth: { colour: '#e2571c' },
  clothDark: { colour: '#9c3710' },
  flame: { colour: '#ff4d08', glow: 1.1 },
  flameHot: { colour: '#ff9a2e', glow: 1.7 },
  leaf: { colour: '#1f4f4d' },
  leafLight: { colour: '#2d6a60' },
}

const channel = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

/** `#rrggbb` as three linear amounts of light. */
export const linear = (hex) =>
  [1, 3, 5].map((at) => channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255))

/** By index, as cells hold them; 0 is air. */
export const materials = [
  { name: 'air', colour: [0, 0, 0], glow: 0 },
  ...Object.entries(table).map(([name, { colour, glow = 0 }]) => ({ name, colour: linear(colour), glow })),
]

/** The index of each material by its name. */
export const m = Object.fromEntries(materials.map(({ name }, index) => [name, index]))
