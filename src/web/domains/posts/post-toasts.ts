import { toast } from '../../platform/toasts.ts'

/** What a visitor hears who tries something for members. */
export const showSignInToast = (sentence: string) =>
  toast({ title: 'Authentication required', description: sentence, variant: 'destructive' })

export const showErrorToast = (sentence: string) =>
  toast({ title: 'Error', description: sentence, variant: 'destructive' })
