import type { PracticeModesContent } from '../../../../contract/content/content-schemas.ts'
import { practiceCategories } from '../../../../contract/network/practice.ts'
import type { Database } from '../../../platform/database/database.ts'
import { seedOnce } from '../../../platform/database/seed-once.ts'
import { insertSeeds } from './queries.ts'

/** Seeds the practice modes of the content folder once. */
export const seedPracticeModes = (database: Pick<Database, 'sql'>, content: PracticeModesContent) =>
  seedOnce(database, 'practice_modes', (transaction) =>
    insertSeeds(
      transaction,
      practiceCategories.flatMap((category) =>
        content[category].map((mode, position) => ({ ...mode, category, position })),
      ),
    ),
  )
