import type { Config } from '../../config.ts'

/** Creator of events that no account created, or whose account was deleted. */
export const teamOf = ({ siteShortName }: Pick<Config, 'siteShortName'>) => `${siteShortName} Staff`
