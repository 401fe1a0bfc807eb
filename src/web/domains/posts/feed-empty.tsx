import { MessageSquare } from 'lucide-react'
import { useViewer } from '../../platform/viewer.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

export function FeedEmpty() {
  const viewer = useViewer()
  return (
    <EmptyState icon={MessageSquare} title="No posts yet">
      <p>Be the first to share something with the community!</p>
      <p className="mt-2 text-ink-faint">
        {viewer === null
          ? 'Sign in or register, and the first words here can be yours.'
          : 'Write a few words above, and add a screenshot if you have one.'}
      </p>
    </EmptyState>
  )
}
