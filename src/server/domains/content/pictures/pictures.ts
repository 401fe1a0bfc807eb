import { msg } from '@lingui/core/macro'
import { luminanceOf, shippedPalette } from '../../../../contract/content/look.ts'
import { type LookPictureKind, lookPictureLimits } from '../../../../contract/content/look-pictures.ts'
import type { LookContent } from '../../../../contract/content/look-schemas.ts'
import type { Context } from '../../../context.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { invalid } from '../../../platform/http/errors.ts'
import {
  decodeDataUrl,
  type EncodedLookPicture,
  lookPictureTypeMessage,
  storeLookPicture,
} from '../../../platform/media/image.ts'
import { colours } from '../brand/colours.ts'
import { holdLookPicture } from './queries.ts'

/** Makes a picture of the look of a posted one. @throws 400 that names the kind, 503 */
export async function makeLookPicture(
  context: Pick<Context, 'imageLimiter'>,
  kind: LookPictureKind,
  text: string,
): Promise<EncodedLookPicture> {
  const { logoBytes, heroWidth: width, heroHeight: height, heroBytes: bytes } = lookPictureLimits
  const { ground } = shippedPalette
  const hero = { width, height, bytes, ground, ink: colours.ink }
  if (kind === 'hero') return storeLookPicture(context, kind, text, { hero })
  if (decodeDataUrl(kind, text, lookPictureTypeMessage).length > logoBytes)
    throw invalid({ logo: msg`must be at most 2 MB` })
  const groundLuminance = luminanceOf(shippedPalette.groundRaised)
  const logo = { side: 512, plateSide: 416, plate: colours.ink, groundLuminance }
  return storeLookPicture(context, kind, text, { logo })
}

export interface NamedPicture {
  readonly kind: LookPictureKind
  readonly field: string
  readonly hash: string
}

/** The pictures that a look names. */
export const picturesOf = (look: unknown): NamedPicture[] => {
  const { logo, hero } = (look ?? {}) as Partial<LookContent>
  return [
    ...(logo == null ? [] : [{ kind: 'logo' as const, field: 'logo', hash: logo }]),
    ...(hero == null ? [] : [{ kind: 'hero' as const, field: 'hero.picture', hash: hero.picture }]),
  ]
}

/** @throws 400 naming the field of a picture that is not there, or not there any more */
export async function requirePictures(executor: Executor, pictures: readonly NamedPicture[]): Promise<void> {
  for (const { kind, field, hash } of pictures)
    if (!(await holdLookPicture(executor, kind, hash)))
      throw invalid({ [field]: msg`is not there any more: choose the picture again` })
}
