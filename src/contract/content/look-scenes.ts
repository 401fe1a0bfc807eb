import { msg } from '@lingui/core/macro'
import type { Message } from '../languages.ts'
import type { HeroScene, LookChoice } from './look.ts'

export type DrawnScene = Exclude<HeroScene, 'arena'>

interface ShownScene {
  readonly label: Message
  /** What it shows, for people who cannot see it. */
  readonly alt: string
  /** The point that stays in sight, in percent. */
  readonly x: number
  readonly y: number
}

export const drawnScenes: Readonly<Record<DrawnScene, ShownScene>> = {
  citadel: {
    label: msg`Citadel`,
    alt: 'A walled town with lit windows and banners on a hill under the moon.',
    x: 98,
    y: 60,
  },
  grove: {
    label: msg`Camp in the woods`,
    alt: 'A camp fire between tents and tall pines, mirrored in a pond.',
    x: 98,
    y: 74,
  },
  peaks: {
    label: msg`Beacon in the mountains`,
    alt: 'A beam of light rises from a beacon before snowy mountains and a lake.',
    x: 98,
    y: 68,
  },
}

/** Where a scene is served in the colours of a look. */
export const scenePath = (scene: DrawnScene, { accent, tint }: Pick<LookChoice, 'accent' | 'tint'>) =>
  `/look/scene/${scene}-${accent.slice(1)}-${tint === null ? 'none' : tint.slice(1)}.webp`
