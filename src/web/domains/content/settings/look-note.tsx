import { Trans, useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import {
  isMadeLighter,
  type LookChoice,
  type Palette,
  paletteOf,
  shippedLook,
} from '../../../../contract/content/look.ts'
import { isColour } from '../../../ui/form/colour-field.tsx'

const faceOf = ({ face, faceEdge, faceInk }: Palette) =>
  ({ '--slab-face': face, '--slab-edge': faceEdge, '--slab-ink': faceInk }) as CSSProperties

/** The colours made from an accent, as a button and a line of text, and whether they had to be lightened. */
export function LookNote({ value: { accent, tint } }: { value: LookChoice }) {
  const { t } = useLingui()
  const chosen = isColour(accent) ? accent : shippedLook.accent
  const palette = paletteOf({ accent: chosen, tint: isColour(tint) ? tint : null })
  return (
    <div
      className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-lg border p-4"
      style={{ backgroundColor: palette.groundRaised, borderColor: palette.line }}
    >
      <span
        aria-hidden
        className="slab inline-flex h-11 items-center px-5 pb-1 font-bold text-sm"
        style={faceOf(palette)}
      >
        <Trans>Play</Trans>
      </span>
      <span aria-hidden className="font-semibold" style={{ color: palette.emberBright }}>
        <Trans>A link</Trans>
      </span>
      <span aria-hidden className="font-semibold" style={{ color: palette.ember }}>
        <Trans>A figure</Trans>
      </span>
      <p role="status" className="text-ink-soft text-sm">
        {isMadeLighter(chosen) ? t`Made lighter to be readable.` : t`Readable as it is.`}
      </p>
      <p className="basis-full text-ink-faint text-sm">
        <Trans>The accent colours buttons, links and figures. The tint gives the dark grounds its hue.</Trans>
      </p>
    </div>
  )
}
