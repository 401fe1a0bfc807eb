import * as z from 'zod/mini'
import { LinkCode } from '../../../contract/link.ts'

export const LinkFormSchema = z.object({ code: LinkCode })
