import * as z from 'zod/mini'

/** What ties the caller to an event (`EventInterest`). */
export const EventInterestSchema = z.object({ takesPart: z.boolean(), hasActed: z.boolean() })
