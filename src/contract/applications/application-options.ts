/** Lengths are code points; year and hour ranges are inclusive. */
export const applicationLimits = {
  minecraftName: 64,
  discordName: 64,
  timezone: 64,
  age: { min: 13, max: 99 },
  hoursPerWeek: { min: 1, max: 80 },
  /** Single-line answers: names of servers and positions, durations, estimates. */
  line: 200,
  /** Multi-line answers. */
  text: 2_000,
} as const

export const applicationPositions = ['helper', 'builder', 'designer'] as const
export type ApplicationPosition = (typeof applicationPositions)[number]

export const previousExperiences = ['no', 'yes_previous', 'yes_current', 'others'] as const
export const deviceTypes = ['windows', 'android', 'ios', 'xbox', 'playstation', 'switch', 'others'] as const
export const buildingStyles = [
  'arenas',
  'lobbies',
  'medieval',
  'fantasy',
  'modern',
  'futuristic',
  'organic',
  'terrain',
  'others',
] as const
export const designSoftware = [
  'photoshop',
  'illustrator',
  'affinity',
  'figma',
  'gimp',
  'krita',
  'blender',
  'blockbench',
  'after_effects',
  'others',
] as const
