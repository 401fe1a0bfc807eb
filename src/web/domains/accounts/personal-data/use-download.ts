import { useMutation } from '@tanstack/react-query'
import { accountEndpoints } from '../../../../contract/accounts/account-endpoints.ts'
import { sentenceOf } from '../../../platform/api-error.ts'
import { saveFile } from '../../../platform/save-file.ts'
import { toast } from '../../../platform/toasts.ts'

export const useDownload = () =>
  useMutation({
    mutationFn: () => saveFile(accountEndpoints.export, 'my-data.json'),
    onSuccess() {
      toast({ title: 'Download ready', description: 'Your data is saved as a JSON file' })
    },
    onError(error) {
      toast({
        title: 'Download failed',
        description: sentenceOf(error, 'Please try again.'),
        variant: 'destructive',
      })
    },
  })
