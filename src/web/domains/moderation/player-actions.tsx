import { msg } from '@lingui/core/macro'
import type { PublicUser } from '../../../contract/accounts/users-schemas.ts'
import { showSignInToast } from '../../platform/sign-in-toast.ts'
import { useFetched } from '../../platform/use-fetched.ts'
import { useViewer } from '../../platform/viewer.ts'
import { ReportButton } from './report-button.tsx'

const fetchMemberActions = async () => (await import('./member-actions.tsx')).MemberActions

const askToSignIn = () => showSignInToast(msg`You must be logged in to report players`)

/** What the viewer of a player's page may do about them; a visitor is asked to sign in. */
export function PlayerActions({ player }: { player: PublicUser }) {
  const viewer = useViewer()
  // Visitors never load it.
  const MemberActions = useFetched(fetchMemberActions, { wanted: viewer !== null })
  if (viewer === null) return <ReportButton onClick={askToSignIn} />
  return MemberActions && <MemberActions player={player} />
}
