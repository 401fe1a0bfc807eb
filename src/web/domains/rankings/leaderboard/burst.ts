export interface Burst<Message> {
  add(message: Message): void
  /** Forgets what has not been handed on. */
  stop(): void
}

/**
 * Hands on the last of the messages that come within `windowMs` of the first. While that is being dealt with, more are
 * collected: a slow network gets fewer turns, not a queue of them.
 */
export function createBurst<Message>(
  windowMs: number,
  handOn: (last: Message) => Promise<unknown>,
): Burst<Message> {
  let last: { readonly message: Message } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let busy = false

  async function end() {
    timer = undefined
    if (last === undefined) return
    const { message } = last
    last = undefined
    busy = true
    await handOn(message)
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
