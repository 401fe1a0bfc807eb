import { BoardLayout } from '../../domains/players/layouts/board-layout.tsx'
import { playerLoader } from '../../domains/players/player-document.ts'
import { skipClientLoader } from '../../platform/navigation/page-context.ts'
import { alternateMeta, playerPage } from './player-page.tsx'

const path = '/player-working'

export const loader = playerLoader(path)
export const clientLoader = skipClientLoader
export const meta = alternateMeta
export default playerPage(path, BoardLayout)
