import { msg } from '@lingui/core/macro'
import type { Text } from '../../../../contract/languages.ts'
import { reportGameModes } from '../../../../contract/reports/reports.ts'

/** What a game mode is called; a value that nobody knows stands for itself. */
export const gameModeLabel = (mode: string): Text =>
  mode === 'other' ? msg`Other` : (reportGameModes.find(([, value]) => value === mode)?.[0] ?? mode)
