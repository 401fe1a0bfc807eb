import { msg } from '@lingui/core/macro'
import type {
  ApplicationPosition,
  buildingStyles,
  designSoftware,
  deviceTypes,
  previousExperiences,
} from '../../../contract/applications/application-options.ts'
import type { ApplicationStatus } from '../../../contract/applications/applications-schemas.ts'
import type { Message, Text } from '../../../contract/languages.ts'

type Words<Values extends readonly string[]> = Readonly<Record<Values[number], Text>>

/** As a message says it that a status was set. */
export const statusCodes: Readonly<Record<ApplicationStatus, Message>> = {
  pending: msg({ message: 'pending', context: 'staff application' }),
  reviewing: msg({ message: 'reviewing', context: 'staff application' }),
  accepted: msg({ message: 'accepted', context: 'staff application' }),
  rejected: msg({ message: 'rejected', context: 'staff application' }),
  interview: msg({ message: 'interview', context: 'staff application' }),
  onhold: msg({ message: 'onhold', context: 'staff application' }),
}

/** What the people of a position do. */
export const positionWork: Readonly<Record<ApplicationPosition, Message>> = {
  helper: msg`Answers questions in game, keeps chat friendly, looks after reports.`,
  builder: msg`Builds arenas, lobbies and event maps.`,
  designer: msg`Draws logos, thumbnails, banners and textures.`,
}

export const experienceWords: Words<typeof previousExperiences> = {
  no: msg`No, this would be my first time`,
  yes_previous: msg`Yes, in the past`,
  yes_current: msg`Yes, I am staff somewhere now`,
  others: msg`Something else, like a Discord or a forum`,
}

export const deviceWords: Words<typeof deviceTypes> = {
  windows: 'Windows',
  android: 'Android',
  ios: msg`iPhone or iPad`,
  xbox: 'Xbox',
  playstation: 'PlayStation',
  switch: 'Nintendo Switch',
  others: msg`Another device`,
}

export const styleWords: Words<typeof buildingStyles> = {
  arenas: msg`PvP arenas`,
  lobbies: msg`Lobbies`,
  medieval: msg({ message: 'Medieval', comment: 'Style of building in Minecraft' }),
  fantasy: msg({ message: 'Fantasy', comment: 'Style of building in Minecraft' }),
  modern: msg({ message: 'Modern', comment: 'Style of building in Minecraft' }),
  futuristic: msg({ message: 'Futuristic', comment: 'Style of building in Minecraft' }),
  organic: msg({ message: 'Organic', comment: 'Style of building in Minecraft' }),
  terrain: msg({ message: 'Terrain', comment: 'Style of building in Minecraft' }),
  others: msg`Another style`,
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
  others: msg`Something else`,
}
