import type { Config } from '../config.ts'
import { makeSetupLink, setupLinkHours } from '../domains/accounts/setup/link.ts'
import { parseArguments } from './arguments.ts'
import { withDatabase } from './with-database.ts'

/** `setup-link`: prints the link that makes the first Owner; returns the exit code. */
export async function setupLinkCommand(words: readonly string[], config: Config): Promise<number> {
  parseArguments(words, 0)
  return withDatabase(config, async ({ sql }) => {
    const link = await makeSetupLink(sql, config)
    if (link === undefined) {
      console.error('This site has had an Owner: set-up is shut. user rank <name> Owner makes another one.')
      return 1
    }
    console.log(`Make the Owner within ${setupLinkHours} hours, once: ${link}`)
    return 0
  })
}
