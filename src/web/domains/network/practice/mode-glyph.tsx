import { boardLabel } from '../../../../contract/network/modes.ts'
import { useSite } from '../../../platform/site.tsx'
import { glyphOf } from './glyphs/glyph-of.ts'
import { PixelGlyph } from './pixel-glyph.tsx'

/** The picture of a mode beside its name, as on /live. */
export function ModeGlyph({ mode, className }: { mode: string; className: string }) {
  const { boards } = useSite()
  return <PixelGlyph glyph={glyphOf(boardLabel(boards, { gameType: mode }))} className={className} />
}
