import type { practiceTodayEndpoints } from '../../../../contract/rankings/practice-today-endpoints.ts'
import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { listPracticeToday } from './queries.ts'

export const practiceTodayHandlers = ({
  database,
}: Pick<Context, 'database'>): Handlers<typeof practiceTodayEndpoints> => ({
  list: () => listPracticeToday(database.sql),
})
