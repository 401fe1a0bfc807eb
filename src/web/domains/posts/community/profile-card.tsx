import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { useViewer } from '../../../platform/viewer.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardText, CardTitle } from '../../../ui/card.tsx'
import { RankBadge } from '../../../ui/rank-badge.tsx'
import { Words } from '../../../ui/words.tsx'

/** The viewer's own profile, or the way to have one; `text` says to visitors what for. */
export function ProfileCard({ text }: { text: string | undefined }) {
  const viewer = useViewer()
  return (
    <Card className="grid grid-rows-[auto_1fr_auto] items-start gap-4">
      <CardTitle>
        <Trans>Your Profile</Trans>
      </CardTitle>
      {viewer === null ? (
        <>
          <CardText>
            <Words text={text} />
          </CardText>
          <Button asChild look="quiet">
            <Link to="/auth">
              <Trans>Login to Access</Trans>
            </Link>
          </Button>
        </>
      ) : (
        <>
          <div className="flex min-w-0 items-center gap-4">
            <Avatar username={viewer.username} avatarUrl={viewer.avatarUrl} size="lg" />
            <div className="grid min-w-0 justify-items-start gap-1.5">
              <p className="w-full truncate font-bold">
                <bdi>{viewer.username}</bdi>
              </p>
              <RankBadge rank={viewer.rank} />
            </div>
          </div>
          <Button asChild look="quiet">
            <Link to="/profile">
              <Trans>View your profile</Trans>
            </Link>
          </Button>
        </>
      )}
    </Card>
  )
}
