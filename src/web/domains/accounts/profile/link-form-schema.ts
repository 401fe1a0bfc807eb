import * as z from 'zod/mini'
import { LinkCode } from '../../../../contract/matches/link-schemas.ts'

export const LinkFormSchema = z.object({ code: LinkCode })
