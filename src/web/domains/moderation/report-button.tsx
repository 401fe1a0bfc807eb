import { Trans } from '@lingui/react/macro'
import { Flag } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '../../ui/button.tsx'

export function ReportButton(props: Omit<ComponentProps<typeof Button>, 'look' | 'size' | 'children'>) {
  return (
    <Button look="quiet" size="sm" {...props}>
      <Flag aria-hidden className="size-4" />
      <Trans>Report player</Trans>
    </Button>
  )
}
