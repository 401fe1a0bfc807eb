import { msg } from '@lingui/core/macro'
import type { ApiScope } from '../../../../contract/doors/scopes.ts'
import type { Message } from '../../../../contract/languages.ts'

export const scopeLabels: Readonly<Record<ApiScope, Message>> = {
  read: msg`Read what everybody sees`,
  'read:cases': msg`Read moderation cases`,
  'write:cups': msg`Manage cups`,
  'write:news': msg`Write news`,
  'write:punishments': msg`Punish players and lift punishments`,
}
