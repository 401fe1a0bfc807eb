import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './ids.ts'

export const practiceCategories = ['ffa', 'duels'] as const
export const PracticeCategory = z.enum(practiceCategories, { error: 'category must be ffa or duels' })
export type PracticeCategory = z.infer<typeof PracticeCategory>

export const PracticeMode = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  category: PracticeCategory,
  /** Players queued, as the newest fresh heartbeats say; null when none names this mode. */
  queue: z.nullable(z.int()),
})
export type PracticeMode = z.infer<typeof PracticeMode>

export const practiceEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/practice',
    access: 'public',
    summary: 'Practice modes of a category',
    query: z.object({ category: PracticeCategory }),
    status: 200,
    answer: z.array(PracticeMode),
  }),
}
