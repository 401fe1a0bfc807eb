import { Trans } from '@lingui/react/macro'
import { Radio } from 'lucide-react'
import { Link } from 'react-router'
import { classes } from '../../../ui/classes.ts'

/** Leads to what is being played now. */
export function LiveLink({ className }: { className?: string }) {
  return (
    <Link to="/live" className={classes('live-link', className)}>
      <Radio aria-hidden className="size-4" />
      <Trans>See it live</Trans>
    </Link>
  )
}
