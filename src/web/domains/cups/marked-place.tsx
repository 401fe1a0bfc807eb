import { Badge } from '../../ui/badge.tsx'

/** Stands beside a place that a later ruling marked. */
export const MarkedPlace = () => <Badge tone="bad">Ruled on later</Badge>
