const prefix = 'member:'

/** The key under which the browser keeps something for one member, until they sign out. */
export const memberKey = (memberId: number, name: string) => `${prefix}${memberId}:${name}`

/** Whoever signs out leaves nothing of theirs behind for the next person at this computer. */
export function forgetMemberStorage(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {
    // A browser that refuses its storage has kept nothing.
  }
}
