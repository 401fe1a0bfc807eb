export interface Debouncer<Message> {
  add(message: Message): void
  /** Drops the message that was not passed on yet. */
  stop(): void
}

/**
 * Calls `handle` with the last of the messages that arrive within `windowMs` of the first. Messages that arrive while it
 * runs wait for its end and become one call, so that a slow network gets fewer calls, not a queue of them.
 */
export function createDebouncer<Message>(
  windowMs: number,
  handle: (last: Message) => Promise<unknown>,
): Debouncer<Message> {
  let last: { readonly message: Message } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let busy = false

  async function end() {
    timer = undefined
    if (last === undefined) return
    const { message } = last
    last = undefined
    busy = true
    await handle(message)
    busy = false
    if (last !== undefined) timer = setTimeout(end, windowMs)
  }

  return {
    add(message) {
      last = { message }
      if (!busy && timer === undefined) timer = setTimeout(end, windowMs)
    },
    stop() {
      last = undefined
      clearTimeout(timer)
      timer = undefined
    },
  }
}
