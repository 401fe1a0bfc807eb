/** Where a column that refers to a person is in the export of their data, or why it is not. */
type People = Readonly<Record<string, { readonly in: string } | string>>

/** What backups do with a table, and where its rows about a person are exported. */
export interface TablePolicy {
  /** Why backups leave it out. */
  readonly excluded?: string
  /** Condition of the rows that backups save; unset: all. */
  readonly savedRows?: string
  /** Migrations fill it: a restore overwrites its rows, and a database with them alone is empty. */
  readonly filledByMigrations?: true
  /** By column: each that refers to a member, a player or an identity. */
  readonly people: People
}

export type TablePolicies = Readonly<Record<string, TablePolicy>>

export const saved = (people: People = {}): TablePolicy => ({ people })

export const savedWhere = (savedRows: string, people: People = {}): TablePolicy => ({ savedRows, people })

export const filledByMigrations = (people: People = {}): TablePolicy => ({ filledByMigrations: true, people })

/** For secrets of the moment and figures that are made again. */
export const excluded = (reason: string, people: People = {}): TablePolicy => ({ excluded: reason, people })
