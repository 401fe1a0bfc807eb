import type { Config } from '../../config.ts'

/** Who made an event that no account made, or whose account is gone. */
export const teamOf = ({ siteShortName }: Pick<Config, 'siteShortName'>) => `${siteShortName} Staff`
