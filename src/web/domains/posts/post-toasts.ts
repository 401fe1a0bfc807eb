import { toast } from '../../platform/toasts.ts'

/** What a visitor hears who tries something for members. */
export const askToSignIn = (sentence: string) =>
  toast({ title: 'Authentication required', description: sentence, variant: 'destructive' })

export const sayError = (sentence: string) =>
  toast({ title: 'Error', description: sentence, variant: 'destructive' })
