import { reportGameModes } from '../../../../contract/reports/reports.ts'

/** What a game mode is called; a value that nobody knows stands for itself. */
export const gameModeLabel = (mode: string): string =>
  reportGameModes.find(([, value]) => value === mode)?.[0] ?? mode
