import { msg } from '@lingui/core/macro'
import type { Text } from '../../contract/languages.ts'

const shippedLabels: ReadonlyMap<string, Text> = new Map([
  ['Home', msg({ message: 'Home', comment: 'The first page of the site' })],
  ['Minigames', msg`Minigames`],
  ['Leaderboards', msg`Leaderboards`],
  ['Rules', msg`Rules`],
  ['Events', msg`Events`],
  ['Shop', msg`Shop`],
  ['Community', msg`Community`],
  ['Contact', msg`Contact`],
  ['FAQ', msg`FAQ`],
  ['Forums', msg`Forums`],
  ['Report a Bug', msg`Report a Bug`],
])

/** The label of a link in header and footer: those that ship are texts of the program, wherever the site's owner put them. */
export const labelOf = (label: string): Text => shippedLabels.get(label) ?? label
