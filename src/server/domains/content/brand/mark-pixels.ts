import { markColours, markRows, markSize } from '../../../../contract/content/mark.ts'
import { loadSharp } from '../../../platform/sharp.ts'

/** The mark as PNG on a transparent ground, each voxel `scale` pixels wide. */
export async function markPixels(scale: number): Promise<Buffer> {
  const sharp = await loadSharp()
  const raw = Buffer.alloc(markSize * markSize * 4)
  for (const [y, row] of markRows.entries()) {
    for (const [x, voxel] of [...row].entries()) {
      const colour = (markColours as Readonly<Record<string, string>>)[voxel]
      if (colour === undefined) continue
      raw.writeUInt32BE(Number.parseInt(`${colour.slice(1)}ff`, 16), (y * markSize + x) * 4)
    }
  }
  const side = markSize * scale
  return sharp(raw, { raw: { width: markSize, height: markSize, channels: 4 } })
    .resize(side, side, { kernel: 'nearest' })
    .png()
    .toBuffer()
}
