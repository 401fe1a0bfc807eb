import { choiceIn } from '../../../platform/navigation/address-choice.ts'

/** Tabs of /player/{id}. Overview holds the matches, Details the stats: addresses of before keep their tab. */
export const playerTabs = ['overview', 'details', 'rivals'] as const

/** The tab in the query of a URL. */
export const playerTabIn = (search: string) => choiceIn(search, 'tab', playerTabs)
