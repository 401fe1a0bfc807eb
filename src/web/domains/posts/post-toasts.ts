import { msg } from '@lingui/core/macro'
import type { Text } from '../../../contract/languages.ts'
import { toast } from '../../platform/toasts.ts'

export const showErrorToast = (sentence: Text) =>
  toast({ title: msg`Error`, description: sentence, variant: 'destructive' })
