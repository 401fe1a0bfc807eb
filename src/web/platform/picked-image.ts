import type { Text } from '../../contract/languages.ts'
import { imageLimits } from '../../contract/limits.ts'
import { imageMediaTypes, imageSizeMessage, imageTypeMessage } from '../../contract/posts/posts.ts'
import { textOf } from '../../contract/sentences.ts'

/** Why a file cannot be sent as an image; undefined when it can. The server judges the bytes once more. */
export function imageRefusal(file: File): Text | undefined {
  if (file.size > imageLimits.bytes) return textOf(imageSizeMessage)
  // An empty file is named like an image and is none.
  const isImage = file.size > 0 && (imageMediaTypes as readonly string[]).includes(file.type)
  return isImage ? undefined : textOf(imageTypeMessage)
}

/** The file as `data:{type};base64,…`, the form in which an image travels to the server. */
export const toDataUrl = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
