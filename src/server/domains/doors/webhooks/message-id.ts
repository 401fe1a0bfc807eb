/** What a receiver knows an event by, the same in each attempt. */
export const messageId = ({ eventId }: { readonly eventId: string }) => `msg_${eventId.replaceAll('-', '')}`
