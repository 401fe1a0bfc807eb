import type { PracticeModesContent } from '../../../../contract/content/content-schemas.ts'
import { practiceCategories } from '../../../../contract/network/practice.ts'
import type { Database } from '../../../platform/database.ts'
import { seedOnce } from '../../../platform/seed-once.ts'
import { insertSeeds } from './queries.ts'

/** The content's practice modes, in their order, into a site that never had any. */
export const seedPracticeModes = (database: Pick<Database, 'sql'>, content: PracticeModesContent) =>
  seedOnce(database, 'practice_modes', (transaction) =>
    insertSeeds(
      transaction,
      practiceCategories.flatMap((category) =>
        content[category].map((mode, position) => ({ ...mode, category, position })),
      ),
    ),
  )
