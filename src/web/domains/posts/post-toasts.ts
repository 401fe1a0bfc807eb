import { toast } from '../../platform/toasts.ts'

export const showErrorToast = (sentence: string) =>
  toast({ title: 'Error', description: sentence, variant: 'destructive' })
