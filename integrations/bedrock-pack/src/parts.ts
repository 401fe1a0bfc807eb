/** Messages that are incomplete at the same time; the oldest is dropped when there are more. */
const maxOpen = 20
const maxParts = 100

/**
 * Puts long script events together: one holds 2,048 characters, which a match of more than about ten players exceeds.
 * A part reads `{name} {number from 1}/{of} {text}`; the name is the sender's choice, one for each message.
 */
export class Parts {
  readonly #open = new Map<string, (string | undefined)[]>()

  /** Returns the complete text with its last missing part. */
  add(message: string): string | undefined {
    const match = /^(\S{1,64}) (\d{1,3})\/(\d{1,3}) (.*)$/s.exec(message)
    const [, name = '', number = '', of = '', text = ''] = match ?? []
    const index = Number(number) - 1
    const count = Number(of)
    if (match === null || index < 0 || index >= count || count > maxParts) return undefined
    const known = this.#open.get(name)
    const parts = known?.length === count ? known : Array.from<string | undefined>({ length: count })
    parts[index] = text
    this.#open.delete(name)
    if (parts.every((part) => part !== undefined)) return parts.join('')
    this.#open.set(name, parts)
    const [oldest] = this.#open.keys()
    if (this.#open.size > maxOpen && oldest !== undefined) this.#open.delete(oldest)
    return undefined
  }
}
