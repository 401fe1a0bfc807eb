import { endpointsOf } from '../endpoint.ts'
import type { practiceTodaySchemas } from './practice-today-schemas.ts'

export const practiceTodayEndpoints = endpointsOf<typeof practiceTodaySchemas>({
  list: {
    method: 'GET',
    path: '/api/practice/today',
    access: 'public',
    viewerIndependent: true,
    summary: 'For each practice mode its players now, its matches of the UTC day and the first of its board',
    status: 200,
  },
})
