import type { Text } from '../../../contract/languages.ts'
import { imageLimits } from '../../../contract/limits.ts'
import { imageMediaTypes, imageSizeMessage, imageTypeMessage } from '../../../contract/posts/posts.ts'

/** Why a file cannot be sent as an image; undefined when it can. The server judges the bytes once more. */
export function imageRefusal(file: File): Text | undefined {
  if (file.size > imageLimits.bytes) return imageSizeMessage
  // An empty file is named like an image and is none.
  const isImage = file.size > 0 && (imageMediaTypes as readonly string[]).includes(file.type)
  return isImage ? undefined : imageTypeMessage
}

/** The file as `data:{type};base64,…`, the form in which an image travels to the server. */
export const toDataUrl = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

/**
 * An SVG as a PNG of this longer side. The browser draws it as it draws pictures: no script of it runs and it loads
 * nothing, so that no server has to read one. Rejects for what is no SVG.
 */
export async function drawnSvg(file: File, side: number): Promise<string> {
  const picture = new Image()
  picture.src = await toDataUrl(file)
  await picture.decode()
  const { naturalWidth: width, naturalHeight: height } = picture
  // Without a size of its own nothing of it would be drawn.
  if (width === 0 || height === 0) throw new Error('The SVG has no size')
  const scale = side / Math.max(width, height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png')
}
