import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from './button.tsx'

export function BackToCommunity() {
  return (
    <Button asChild look="quiet" size="sm">
      <Link to="/community">
        <ArrowLeft aria-hidden className="size-4" />
        Back to Community
      </Link>
    </Button>
  )
}
