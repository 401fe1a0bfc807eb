import { IdText } from '../../../contract/ids.ts'

/** The id in an address; null when it is not the id of anything. */
export function playerIdOf(text: string | undefined): number | null {
  const id = IdText.safeParse(text)
  return id.success ? id.data : null
}
