import { Link } from 'react-router'
import type { Event } from '../../../contract/events/events-schemas.ts'
import { useViewer } from '../../platform/viewer.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { classes } from '../../ui/classes.ts'
import { formatCount } from '../../ui/format-count.ts'

const shownCount = 5

/** The first five, then how many more (spec 2). */
export function Participants({ event }: { event: Event }) {
  const viewer = useViewer()
  const { participants, participantCount, status } = event
  const shown = participants.slice(0, shownCount)
  const more = participantCount - shown.length
  if (participantCount === 0) {
    return (
      <p className="text-ink-faint text-sm">
        {status === 'past' ? 'Nobody took part.' : 'Nobody is in yet. Be the first.'}
      </p>
    )
  }
  return (
    <ul aria-label="Participants" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      {shown.map(({ userId, user }) => (
        <li key={userId} className="min-w-0 max-w-full">
          <Link
            to={`/player/${userId}`}
            className="group inline-flex min-h-8 max-w-full items-center gap-2 hover:text-ember-bright"
          >
            <Avatar username={user.username} avatarUrl={null} size="sm" className="size-6 text-sm" />
            <bdi
              className={classes(
                'truncate group-hover:underline',
                userId === viewer?.id && 'font-bold text-ember-bright',
              )}
            >
              {user.username}
            </bdi>
          </Link>
        </li>
      ))}
      {more > 0 && <li className="font-bold text-ink-soft">+{formatCount(more)} more</li>}
    </ul>
  )
}
