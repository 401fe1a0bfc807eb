import { type EventType, fireEvent, waitFor } from '@testing-library/react'

type Arguments = Parameters<typeof fireEvent.click>

/** What an event would be lost on: an element that is disabled, sends something already, or is not hydrated yet. */
const deaf = ':disabled, [aria-disabled="true"], [aria-disabled="true"] *, [inert], [inert] *'

/** @throws at once where the element has left the page, else when it stays deaf for as long as a test waits */
async function ready(target: Arguments[0], calledAt: Error): Promise<void> {
  if (!(target instanceof Element)) return
  if (!target.isConnected) {
    calledAt.message = 'The element has left the page: look for it again before acting on it.'
    throw calledAt
  }
  // Not waited for without need: what a press begins is then seen before it ends.
  if (!target.matches(deaf)) return
  await waitFor(
    () => {
      if (target.matches(deaf)) throw calledAt
    },
    {
      onTimeout: () => {
        calledAt.message = `The element stays disabled: ${(target.cloneNode() as Element).outerHTML}`
        return calledAt
      },
    },
  )
}

/**
 * What somebody does on a page, as `fireEvent` has it, each once its element takes part: a busy button ignores a click,
 * and its test would wait for nothing. Not within `act`, during which nothing becomes ready.
 */
export const whenReady = new Proxy({} as Record<EventType, (...args: Arguments) => Promise<boolean>>, {
  get:
    (_, type: EventType) =>
    async (...args: Arguments) => {
      await ready(args[0], new Error())
      return fireEvent[type](...args)
    },
})

/** Acts at once, whatever state the element is in: for tests of what it ignores then. */
export const regardless = fireEvent
