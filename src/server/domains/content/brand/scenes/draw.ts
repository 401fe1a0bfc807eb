import type { LookChoice } from '../../../../../contract/content/look.ts'
import type { DrawnScene } from '../../../../../contract/content/look-scenes.ts'
import { loadSharp } from '../../../../platform/media/sharp.ts'
import { cellSide, cellsHigh, cellsWide, SceneCanvas, type SceneColours, sceneColours } from './canvas.ts'
import { drawCitadel } from './citadel.ts'
import { drawGrove } from './grove.ts'
import { drawPeaks } from './peaks.ts'

const scenes: Readonly<Record<DrawnScene, (canvas: SceneCanvas, colours: SceneColours) => void>> = {
  citadel: drawCitadel,
  grove: drawGrove,
  peaks: drawPeaks,
}

/** A scene in the colours of a look, as WebP of 1,600 × 900 pixels. */
export async function drawScene(
  scene: DrawnScene,
  look: Pick<LookChoice, 'accent' | 'tint'>,
): Promise<Buffer> {
  const canvas = new SceneCanvas()
  scenes[scene](canvas, sceneColours(look))
  const sharp = await loadSharp()
  return sharp(canvas.bytes, { raw: { width: cellsWide, height: cellsHigh, channels: 3 } })
    .resize(cellsWide * cellSide, cellsHigh * cellSide, { kernel: 'nearest' })
    .webp({ lossless: true, effort: 0 })
    .toBuffer()
}
