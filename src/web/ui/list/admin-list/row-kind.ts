/** What the rows of a staff list are: its texts say it, in each language whole. */
export type RowKind = 'appeal' | 'application' | 'case' | 'message' | 'punishment' | 'report'
