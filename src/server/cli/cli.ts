import { ConfigError, processConfig } from '../config.ts'
import { ContentError } from '../features/content/problem.ts'
import { AppError } from '../platform/errors.ts'
import { UsageError } from './arguments.ts'
import { demoCommand } from './demo.ts'
import { doctor } from './doctor.ts'
import { keyCommand } from './key.ts'
import { ledgerCommand } from './ledger.ts'
import { userCommand } from './user.ts'

const usage = `Usage: npm run cli -- <command>

  user create <name> [--rank R] [--email E] --password-stdin
                          a member; the password is the first line of standard input; prints the id
  user rank <name> <rank> sets a rank
  user list               all members
  user forget-factor <name>
                          removes a second factor whose owner lost authenticator and recovery codes
  key create <server-name>
                          a key for a game server; the line ends with the secret, which is shown only now
  key list                all keys
  key revoke <id>         the key opens nothing any more
  ledger verify           compares figures with the matches, writes nothing; exit 1 on a difference
  ledger rebuild          computes all figures anew from the matches
  demo [--players N] [--matches N]
                          fills an empty site with a sample world
  doctor                  configuration, database, content, game server, mail, Discord; exit 1 if any fails`

/** Runs one command and returns the exit code: 0, 1 for a failure, 2 for words it does not understand. */
export async function runCli(words: readonly string[]): Promise<number> {
  const [command, ...rest] = words
  try {
    switch (command) {
      case 'user':
        return await userCommand(rest, processConfig())
      case 'key':
        return await keyCommand(rest, processConfig())
      case 'ledger':
        return await ledgerCommand(rest, processConfig())
      case 'demo':
        return await demoCommand(rest, processConfig())
      case 'doctor':
        return await doctor()
      case undefined:
      case 'help':
      case '--help':
      case '-h':
        console.log(usage)
        return command === undefined ? 2 : 0
      default:
        throw new UsageError(`There is no command ${command}`)
    }
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${usage}`)
      return 2
    }
    if (error instanceof ConfigError || error instanceof ContentError || error instanceof AppError) {
      console.error(error.message)
      return 1
    }
    console.error(`The command failed: ${(error as Error).message}`)
    return 1
  }
}
