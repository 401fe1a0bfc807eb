import { Trans } from '@lingui/react/macro'
import { Badge } from '../../ui/badge.tsx'

/** Stands beside a place that a later ruling marked. */
export const MarkedPlace = () => (
  <Badge tone="bad">
    <Trans>Ruled on later</Trans>
  </Badge>
)
