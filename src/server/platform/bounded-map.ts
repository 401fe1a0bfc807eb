/** LRU cache limited by the total bytes of its values. */
export class BoundedMap<V> {
  /** Least recently used first. */
  readonly #values = new Map<string, V>()
  #bytes = 0

  constructor(
    private readonly maxBytes: number,
    /** Returns the size of a value. Must be deterministic. */
    private readonly bytesOf: (value: V) => number,
  ) {}

  get bytes(): number {
    return this.#bytes
  }

  /** Marks the value as recently used. */
  get(key: string): V | undefined {
    const value = this.#values.get(key)
    if (value === undefined) return undefined
    this.#values.delete(key)
    this.#values.set(key, value)
    return value
  }

  set(key: string, value: V): void {
    this.delete(key)
    this.#values.set(key, value)
    this.#bytes += this.bytesOf(value)
    for (const oldest of this.#values.keys()) {
      if (this.#bytes <= this.maxBytes) break
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const value = this.#values.get(key)
    if (value === undefined) return
    this.#values.delete(key)
    this.#bytes -= this.bytesOf(value)
  }

  clear(): void {
    this.#values.clear()
    this.#bytes = 0
  }
}
