import { colours } from '../domains/content/brand/colours.ts'
import { block, mark, picture, rect, signedCard, width } from '../domains/content/brand/share/canvas.ts'

const foxSide = 320
const leather = '#c8402f'
const lit = '#e0604c'

const post = (x: number) => rect(x, 190, 44, 350, colours.groundRaised) + rect(x, 190, 44, 16, colours.ember)
const rope = (y: number, colour: string) => rect(0, y, width, 10, colour)

/** A glove with its cuff below; the light comes from above. */
const glove = (x: number) =>
  rect(x + 36, 498, 92, 42, colours.ink) +
  rect(x + 36, 518, 92, 8, colours.inkFaint) +
  block(x, 360, 164, 142, leather, 16) +
  rect(x + 48, 376, 68, 16, lit) +
  rect(x + 32, 392, 16, 32, lit)

/** Draws the fox in a boxing ring as a PNG data URL. */
export async function sampleCover(): Promise<string> {
  const ring =
    rope(250, colours.ink) + rope(340, colours.ember) + rope(430, colours.ink) + post(120) + post(1036)
  const fox = mark((width - foxSide) / 2, 150, foxSide) + glove(330) + glove(706)
  const png = await picture(signedCard(ring + fox, ''))
  return `data:image/png;base64,${png.toString('base64')}`
}
