import { classes } from '../../../ui/classes.ts'
import { hotbarGlyphs } from './glyphs/glyph-of.ts'
import { PixelGlyph } from './pixel-glyph.tsx'

/** Nine slots with what one fights with, as they lie at the bottom of the game's screen. Decoration. */
export function Hotbar({ className }: { className?: string }) {
  return (
    <div aria-hidden className={classes('pixel-corners bg-line p-1', className)}>
      <div className="grid grid-cols-9 gap-1 bg-line">
        {hotbarGlyphs.map((glyph, at) => (
          <div
            key={glyph.accent}
            className={classes(
              'grid aspect-square place-items-center bg-ground shadow-[inset_2px_2px_0_rgb(0_0_0/50%),inset_-2px_-2px_0_rgb(255_255_255/6%)]',
              at === 0 && 'relative outline-3 outline-ink',
            )}
          >
            <PixelGlyph glyph={glyph} className="size-3/5" />
          </div>
        ))}
      </div>
    </div>
  )
}
