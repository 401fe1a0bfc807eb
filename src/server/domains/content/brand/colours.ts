import { AsyncLocalStorage } from 'node:async_hooks'
import { type Rank, type ShippedRank, shownRank } from '../../../../contract/accounts/ranks.ts'
import {
  hexOf,
  type LookChoice,
  oklchOf,
  paletteOf,
  shippedPalette,
} from '../../../../contract/content/look.ts'
import { ownValue } from '../../../../contract/own-value.ts'
import type { SiteLogo } from './logo.ts'

/** Design tokens of src/web/styles/app.css for images and icons; a test compares them. */
const shippedColours = {
  ...shippedPalette,
  ink: '#f4f1ea',
  inkSoft: '#bcc1ce',
  inkFaint: '#949cae',
  good: '#4ade80',
}

type Colours = Readonly<Record<keyof typeof shippedColours, string>>

interface Drawn {
  readonly colours: Colours
  /** Undefined for the shipped one. */
  readonly logo: SiteLogo | undefined
}

let inForce: Drawn = { colours: shippedColours, logo: undefined }
const inPlace = new AsyncLocalStorage<Drawn>()
const drawn = () => inPlace.getStore() ?? inForce

/** Those of the look in force in this process, or of the one that is drawn in its place. */
export const colours = Object.defineProperties(
  {},
  Object.fromEntries(
    (Object.keys(shippedColours) as (keyof Colours)[]).map((key) => [
      key,
      { enumerable: true, get: () => drawn().colours[key] },
    ]),
  ),
) as Colours

let version = 0

/** Another number for each look: what was drawn in other colours, or with another logo, is drawn again. */
export const colourVersion = () => version

/** Whether a look that is not in force is drawn at this moment: nothing that is made now may be kept. */
export const isDrawnInPlace = () => inPlace.getStore() !== undefined

/** The logo that is drawn; undefined while it is the shipped one. */
export const shownLogo = () => drawn().logo

/** Puts the colours and the logo of a look into force in this process. */
export function applyLook(look: LookChoice, logo?: SiteLogo): void {
  const palette = paletteOf(look)
  const isSame = Object.entries(palette).every(([key, hex]) => ownValue(inForce.colours, key) === hex)
  if (isSame && inForce.logo?.hash === logo?.hash) return
  inForce = { colours: { ...shippedColours, ...palette }, logo }
  version += 1
}

/** Runs `work`, and all that it calls, with a look that is not in force. What it draws must not be kept. */
export const drawnIn = <T>(
  look: Pick<LookChoice, 'accent' | 'tint'>,
  logo: SiteLogo | undefined,
  work: () => Promise<T>,
): Promise<T> => inPlace.run({ colours: { ...shippedColours, ...paletteOf(look) }, logo }, work)

/** Three dark steps of the accent, the brightest last. */
export function glowColours(): readonly string[] {
  const shipped = ['#17110f', '#2a180f', '#46220f']
  if (colours.ember === shippedPalette.ember) return shipped
  const [, chroma, hue] = oklchOf(colours.ember)
  return shipped.map((hex) => {
    const [lightness, strength] = oklchOf(hex)
    return hexOf([lightness, Math.min(strength, chroma / 2), hue])
  })
}

export const rankColours: Readonly<Record<ShippedRank, string>> = {
  Member: '#aeb5c4',
  Gold: '#ffd24a',
  Emerald: '#3edb8b',
  Diamond: '#62e2f5',
  Helper: '#c3e84f',
  Moderator: '#7fb0ff',
  'Product Staff': '#ffa04d',
  Admin: '#ff83de',
  Manager: '#bd95ff',
  Owner: '#ff6b81',
}

/** The colour that a rank is shown in. */
export function rankColour(rank: Rank): string {
  const { key, colour } = shownRank(rank)
  return colour ?? ownValue(rankColours, key) ?? rankColours.Member
}
