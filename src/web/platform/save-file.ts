import { type AnyEndpoint, urlOf } from '../../contract/endpoint.ts'
import { ApiError } from './api-error.ts'

/**
 * Fetches a file of the API and has the browser save it, by the name that the server gives it. Not a plain link: what is
 * refused would be saved as the file. @throws ApiError
 */
export async function saveFile(endpoint: AnyEndpoint, otherwise: string): Promise<void> {
  const response = await fetch(urlOf(endpoint, {}), { credentials: 'include' })
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text())
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = name ?? otherwise
  link.click()
  // The save has begun with the click, and holds the bytes itself.
  URL.revokeObjectURL(address)
}
