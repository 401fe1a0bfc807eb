import type { practiceEndpoints } from '../../../../contract/network/practice-endpoints.ts'
import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import type { ContentStore } from '../../content/store.ts'
import { manageHandlers, type RequireNeutralName } from './manage.ts'
import { listPracticeModes } from './queries.ts'

export const practiceHandlers = (
  context: Context,
  content: Pick<ContentStore, 'current'>,
  requireNeutralName: RequireNeutralName,
): Handlers<typeof practiceEndpoints> => ({
  async list({ query: { category }, language }) {
    const { say } = content.current(language)
    const modes = await listPracticeModes(context.database.sql, category)
    return modes.map(({ name, description, ...mode }) => ({
      ...mode,
      name: say(`practice-modes.${category}.name`, name),
      description: say(`practice-modes.${category}.description`, description),
    }))
  },
  ...manageHandlers(context, requireNeutralName),
})
