import type {
  ApplicationPosition,
  buildingStyles,
  designSoftware,
  deviceTypes,
  previousExperiences,
} from '../../../contract/applications/application-options.ts'

type Words<Values extends readonly string[]> = Readonly<Record<Values[number], string>>

/** What the people of a position do. */
export const positionWork: Readonly<Record<ApplicationPosition, string>> = {
  helper: 'Answers questions in game, keeps chat friendly, looks after reports.',
  builder: 'Builds arenas, lobbies and event maps.',
  designer: 'Draws logos, thumbnails, banners and textures.',
}

export const experienceWords: Words<typeof previousExperiences> = {
  no: 'No, this would be my first time',
  yes_previous: 'Yes, in the past',
  yes_current: 'Yes, I am staff somewhere now',
  others: 'Something else, like a Discord or a forum',
}

export const deviceWords: Words<typeof deviceTypes> = {
  windows: 'Windows',
  android: 'Android',
  ios: 'iPhone or iPad',
  xbox: 'Xbox',
  playstation: 'PlayStation',
  switch: 'Nintendo Switch',
  others: 'Another device',
}

export const styleWords: Words<typeof buildingStyles> = {
  arenas: 'PvP arenas',
  lobbies: 'Lobbies',
  medieval: 'Medieval',
  fantasy: 'Fantasy',
  modern: 'Modern',
  futuristic: 'Futuristic',
  organic: 'Organic',
  terrain: 'Terrain',
  others: 'Another style',
}

export const softwareWords: Words<typeof designSoftware> = {
  photoshop: 'Photoshop',
  illustrator: 'Illustrator',
  affinity: 'Affinity',
  figma: 'Figma',
  gimp: 'GIMP',
  krita: 'Krita',
  blender: 'Blender',
  blockbench: 'Blockbench',
  after_effects: 'After Effects',
  others: 'Something else',
}
