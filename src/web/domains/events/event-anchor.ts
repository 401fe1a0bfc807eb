/** Where an event stands on its page. */
export const eventAnchor = (id: number) => `event-${id}`
