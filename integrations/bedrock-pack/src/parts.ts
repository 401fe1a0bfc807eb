/** Messages being put together at a time; the oldest goes when there are more. */
const mostOpen = 20
const mostParts = 100

/**
 * Puts long script events together: one holds 2,048 characters, which a match of more than about ten players exceeds.
 * A part reads `{name} {number from 1}/{of} {text}`; the name is the sender's choice, one for each message.
 */
export class Parts {
  readonly #open = new Map<string, (string | undefined)[]>()

  /** The whole text once its last missing part is here. */
  add(message: string): string | undefined {
    const match = /^(\S{1,64}) (\d{1,3})\/(\d{1,3}) (.*)$/s.exec(message)
    const [, name = '', number = '', of = '', text = ''] = match ?? []
    const index = Number(number) - 1
    const count = Number(of)
    if (match === null || index < 0 || index >= count || count > mostParts) return undefined
    const known = this.#open.get(name)
    const parts = known?.length === count ? known : Array.from<string | undefined>({ length: count })
    parts[index] = text
    this.#open.delete(name)
    if (parts.every((part) => part !== undefined)) return parts.join('')
    this.#open.set(name, parts)
    const [oldest] = this.#open.keys()
    if (this.#open.size > mostOpen && oldest !== undefined) this.#open.delete(oldest)
    return undefined
  }
}
