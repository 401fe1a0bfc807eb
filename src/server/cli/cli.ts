import { ConfigError, processConfig } from '../config.ts'
import { DeletedAccountsError } from '../domains/accounts/personal-data/deleted-accounts.ts'
import { ContentError } from '../domains/content/problem.ts'
import { DataDirError } from '../platform/data-dir.ts'
import { BackupError } from '../platform/database/backup/backup-error.ts'
import { LeftBehindError } from '../platform/database/embedded-postgres/postmaster.ts'
import { MigrationError } from '../platform/database/migration-error.ts'
import { AppError } from '../platform/http/errors.ts'
import { UsageError } from './arguments.ts'
import { backupCommand, restoreCommand } from './backup.ts'
import { demoCommand } from './demo.ts'
import { doctor } from './doctor.ts'
import { fairCommand } from './fair.ts'
import { keyCommand } from './key.ts'
import { ledgerCommand } from './ledger.ts'
import { settingsCommand } from './settings.ts'
import { setupLinkCommand } from './setup-link.ts'
import { TransferError } from './transfer/transfer-error.ts'
import { exportCommand, importCommand } from './transfer.ts'
import { userCommand } from './user.ts'
import { InterruptedError } from './with-database.ts'

const usage = `Usage: npm run cli -- <command>

  user create <name> [--rank R] [--email E] --password-stdin
                          a member; the password is the first line of standard input; prints the id
  user rank <name> <rank> sets a rank
  user recover <name>     a code for a new password, for 30 minutes; the line ends with it, shown only now
  user list               all members
  user reset-2fa <name>   removes a second factor whose owner lost authenticator and recovery codes
  setup-link              a link that makes the first Owner, for 24 hours; ends the one before
  settings export <dir>   what was saved in the browser, as YAML, one file for each setting
  settings import <dir>   saves what such files say, all or none
  key create <server-name> [--ranks] [--unlinks]
                          a key for a game server; the line ends with the secret, which is shown only now
  key list                all keys
  key revoke <id>         the key opens nothing any more
  ledger verify           compares figures with the matches, writes nothing; exit 1 on a difference
  ledger rebuild          recomputes all figures from the matches
  ledger void <matchId> [--reason R]
                          the match no longer counts; all figures follow at once
  fair scan --since <date>
                          looks again for patterns in the matches from that day on; opens cases for staff
  demo [--players N] [--matches N]
                          fills an empty site with a sample world
  backup <file>           all that is stored, as of one moment, while the site runs; never overwrites a file
  restore <file> [--deleted <list>]
                          a backup into an empty database, checked before anything is stored; accounts of the list
                          (that file, deleted-accounts beside the backup and in DATA_DIR) are deleted again
  import <file> [--dry-run] [--rank Old=New]… [--rename-suffix S]
                          members, news, pages, punishments and redirects of another site (docs/importing.md);
                          a second run continues; exit 1 when something cannot be brought along
  export <file>           the same of this site, in the same format; never overwrites a file
  doctor                  configuration, database, migrations, backup, content, game server, mail, Discord; exit 1 if any fails`

/** Errors whose message is a complete sentence for the operator. */
const operatorErrors = [
  ConfigError,
  ContentError,
  AppError,
  BackupError,
  DataDirError,
  DeletedAccountsError,
  LeftBehindError,
  MigrationError,
  TransferError,
]

/** A reader such as `| head` may close standard output; the command must still detach from the database. */
function unlessUnread(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

/** Runs a command and returns the exit code: 0, 1 for a failure, 2 for invalid arguments. An interrupted one exits with 130. */
export async function runCli(words: readonly string[]): Promise<number> {
  const [command, ...rest] = words
  for (const stream of [process.stdout, process.stderr]) stream.on('error', unlessUnread)
  try {
    switch (command) {
      case 'user':
        return await userCommand(rest, processConfig())
      case 'setup-link':
        return await setupLinkCommand(rest, processConfig())
      case 'settings':
        return await settingsCommand(rest, processConfig())
      case 'key':
        return await keyCommand(rest, processConfig())
      case 'ledger':
        return await ledgerCommand(rest, processConfig())
      case 'fair':
        return await fairCommand(rest, processConfig())
      case 'backup':
        return await backupCommand(rest, processConfig())
      case 'restore':
        return await restoreCommand(rest, processConfig())
      case 'import':
        return await importCommand(rest, processConfig())
      case 'export':
        return await exportCommand(rest, processConfig())
      case 'demo':
        return await demoCommand(rest, processConfig())
      case 'doctor':
        return await doctor()
      case undefined:
        throw new UsageError('Name a command')
      case 'help':
      case '--help':
      case '-h':
        console.log(usage)
        return 0
      default:
        throw new UsageError(`There is no command ${command}`)
    }
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}. For all commands see --help.`)
      return 2
    }
    if (error instanceof InterruptedError) {
      console.error(error.message)
      // A query that still runs on a database of others must not keep the process.
      process.exit(130)
    }
    if (operatorErrors.some((kind) => error instanceof kind)) {
      console.error((error as Error).message)
      return 1
    }
    console.error(`The command failed: ${(error as Error).message}`)
    return 1
  }
}
