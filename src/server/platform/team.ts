import type { Config } from '../config.ts'

/** Author of events and news that no account wrote, or whose account was deleted. */
export const teamOf = ({ siteShortName }: Pick<Config, 'siteShortName'>) => `${siteShortName} Staff`
