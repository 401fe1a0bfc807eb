import sharp from 'sharp'
import { Random } from './random.ts'

const side = 8

type Color = readonly [number, number, number]

const skins: readonly Color[] = [
  [246, 208, 177],
  [232, 184, 148],
  [209, 155, 116],
  [168, 114, 78],
  [124, 80, 54],
  [86, 55, 40],
  // Not everybody plays a human.
  [116, 170, 92],
  [150, 128, 190],
]
const hairs: readonly Color[] = [
  [42, 31, 28],
  [78, 52, 36],
  [126, 82, 46],
  [196, 142, 70],
  [226, 190, 120],
  [164, 62, 36],
  [202, 204, 212],
  [58, 92, 168],
  [192, 74, 132],
  [52, 142, 126],
]
const irises: readonly Color[] = [
  [58, 92, 190],
  [62, 128, 74],
  [92, 58, 34],
  [32, 30, 38],
  [122, 66, 168],
]
const white: Color = [244, 244, 240]

/** What each cell shows: `h`air, `s`kin, `w`hite and `i`ris of an eye, `m`outh, and `c`loth, which is a mask or band. */
const heads = [
  'hhhhhhhh hhhhhhhh',
  'hhhhhhhh hsssssss',
  'hhhhhhhh hsshhssh',
  'hhhhhhhh cccccccc',
  'cccccccc cccccccc',
]
const brows = ['hssssssh', 'ssssssss', 'hhsssshh', 'hhssssss', 'cssssssc']
const eyes = ['swissiws', 'siwsswis', 'sissssis', 'hwissiwh', 'ciissiic']
const noses = ['ssssssss', 'ssssssss', 'sssmmsss']
const chins = [
  'ssssssss ssmmmmss ssssssss',
  'sssmmsss ssssssss ssssssss',
  'ssssssss smssssms ssmmmmss',
  'ssssssss hhmmmmhh hhhhhhhh',
  'hssssssh hsmmmmsh hhsssshh',
  'cccccccc cccccccc cccccccc',
]

const shade = ([red, green, blue]: Color, by: number): Color => [red * by, green * by, blue * by]

/** Returns the face of a made-up skin as base64 PNG; the same number gives the same face. */
export async function sampleFace(number: number): Promise<string> {
  const random = new Random(number)
  // The first numbers of neighbouring seeds are similar.
  random.next()
  const [skin, hair, iris] = [random.pick(skins), random.pick(hairs), random.pick(irises)]
  const colors: Readonly<Record<string, Color>> = {
    h: hair,
    s: skin,
    w: white,
    i: iris,
    m: shade(skin, 0.68),
    c: random.pick(hairs),
  }
  const cells = [heads, brows, eyes, noses, chins]
    .map((rows) => random.pick(rows))
    .join('')
    .replaceAll(' ', '')
  const pixels = [...cells].flatMap((cell) => {
    const light = 0.93 + random.next() * 0.12
    return shade(colors[cell] ?? skin, light).map((value) => Math.min(255, Math.round(value)))
  })
  const png = await sharp(Buffer.from(pixels), { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
  return png.toString('base64')
}
