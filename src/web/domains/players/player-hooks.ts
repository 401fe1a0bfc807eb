import { useQueries, useQuery } from '@tanstack/react-query'
import type { GameType } from '../../../contract/rankings/stats.ts'
import { api } from '../../platform/api.ts'
import { playerQuery, playerStatsQuery, pointsHistoryQuery } from './player-queries.ts'

export const usePlayer = (id: number) => useQuery(playerQuery(api, id))

export const usePlayerStats = (id: number, gameType: GameType, enabled = true) =>
  useQuery({ ...playerStatsQuery(api, id, gameType), enabled })

/** The stats of these game types, in their order. */
export const useStatsByGameType = (id: number, gameTypes: readonly GameType[]) =>
  useQueries({ queries: gameTypes.map((gameType) => playerStatsQuery(api, id, gameType)) })

export const usePointsHistory = (id: number) => useQuery(pointsHistoryQuery(api, id))
