import { useQuery } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'
import { playerStatsQuery } from '../rankings/player-stats-query.ts'
import { playerQuery, pointsHistoryQuery, statsByModeQuery } from './player-queries.ts'

export const usePlayer = (id: number) => useQuery(playerQuery(api, id))

export const usePlayerStats = (id: number, enabled = true) =>
  useQuery({ ...playerStatsQuery(api, id), enabled })

export const useStatsByMode = (id: number) => useQuery(statsByModeQuery(api, id))

export const usePointsHistory = (id: number) => useQuery(pointsHistoryQuery(api, id))
