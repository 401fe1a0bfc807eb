import { Trans, useLingui } from '@lingui/react/macro'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Clock, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { onUnauthorized } from '../platform/api.ts'
import { setEndedSession, useEndedSession } from '../platform/ended-session.ts'
import { KeptPart } from '../platform/kept-part.tsx'
import { useNonce } from '../platform/nonce.tsx'
import { useSite } from '../platform/site.tsx'
import { listenForSound } from '../platform/sound.ts'
import { useToasts } from '../platform/toasts.ts'
import { useFetched } from '../platform/use-fetched.ts'
import { endSession, useViewer } from '../platform/viewer.ts'
import { Footer } from './footer.tsx'
import { Header, type HeaderProps } from './header.tsx'
import { usePageProgress } from './use-page-progress.ts'

/** The first sign of somebody at the device: a toast may follow, since most confirm something that was done. */
const signs = ['pointerdown', 'keydown'] as const

const confirmPassword = async () => (await import('./confirm-password.tsx')).ConfirmPassword
const rowAnchor = async () => (await import('../platform/navigation/row-anchor.tsx')).RowAnchor

const toastRegion = async () => (await import('../ui/toast.tsx')).ToastRegion

/**
 * The toast region, fetched with the first sign of somebody or the first toast, whichever is earlier: reading a page
 * needs none. When it cannot be fetched, the next toast asks again.
 */
function ToastPosition() {
  const { shown } = useToasts()
  const somebody = useSomebody()
  const Region = useFetched(toastRegion, { wanted: somebody || shown !== null, reason: shown?.id })
  return Region && <Region />
}

function useSomebody(): boolean {
  const [somebody, setSomebody] = useState(false)
  useEffect(() => {
    if (somebody) return
    const notice = () => setSomebody(true)
    for (const sign of signs) addEventListener(sign, notice, { passive: true })
    return () => {
      for (const sign of signs) removeEventListener(sign, notice)
    }
  }, [somebody])
  return somebody
}

const bar = 'block px-4 py-2 text-center font-semibold text-sm'

const linked = 'underline decoration-1 underline-offset-4 hover:decoration-2'

/** The operator's line above every page, out of the content, if there is one. It scrolls away. */
function Announcement() {
  const { t } = useLingui()
  const { announcement } = useSite()
  if (announcement === undefined) return null
  const { text, link } = announcement
  return (
    <aside aria-label={t`Announcement`} className="border-ember/40 border-b bg-ember/12 text-ember-bright">
      {link === null ? (
        <p className={bar}>{text}</p>
      ) : link.startsWith('/') ? (
        <Link to={link} className={`${bar} ${linked}`}>
          {text}
        </Link>
      ) : (
        <a href={link} target="_blank" rel="noopener noreferrer" className={`${bar} ${linked}`}>
          {text}
        </a>
      )}
    </aside>
  )
}

/** What the process itself has to say: that its data are samples, for one. */
function Notice() {
  const { t } = useLingui()
  const { notice } = useSite()
  if (notice === undefined) return null
  return (
    <aside
      aria-label={t`Notice`}
      className="bg-ember px-4 py-2 text-center font-semibold text-ember-ink text-sm"
    >
      {notice}
    </aside>
  )
}

interface FrameProps extends HeaderProps {
  readonly children: ReactNode
  /** Says when the site cannot be reached; a feature, so the page that composes the frame brings it. */
  readonly connection?: ReactNode
}

/** Header, footer and everything else around every page. */
export function Frame({ children, connection, ...header }: FrameProps) {
  const nonce = useNonce()
  const RowAnchor = useFetched(rowAnchor)
  const ConfirmPassword = useFetched(confirmPassword, { wanted: header.viewer !== null })
  useEffect(listenForSound, [])
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="nav-skip">
        <Trans>Skip to content</Trans>
      </a>
      <Notice />
      <Announcement />
      <div className="sticky top-0 z-40">
        <Header {...header} />
        <PageProgressBar />
        <SessionNotice />
        {connection}
      </div>
      {/* As high as the window: a footer in sight would jump when a page loads or leads on. */}
      <main id="main" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] flex-1 outline-none">
        <KeptPart name="main">{children}</KeptPart>
      </main>
      <KeptPart name="footer">
        <Footer />
      </KeptPart>
      <ToastPosition />
      {ConfirmPassword && header.viewer !== null && <ConfirmPassword username={header.viewer.username} />}
      {/* Last: after a reload it scrolls, and the page above it has its height by then. */}
      <ScrollRestoration nonce={nonce} />
      {RowAnchor && <RowAnchor />}
    </div>
  )
}

/** Requests of the header belong to no page. */
const ownRequests: ReadonlySet<unknown> = new Set(['status', 'unread'])

/** A thin bar under the header while a page loads. It takes no room of its own, so nothing moves when it comes. */
export function PageProgressBar() {
  const { t } = useLingui()
  const location = useLocation()
  const navigation = useNavigation()
  const requests = useIsFetching({ predicate: ({ queryKey }) => !ownRequests.has(queryKey[0]) })
  // A page whose code is still on its way has already begun to load.
  const { pathname } = navigation.location ?? location
  const { phase, percent } = usePageProgress(pathname, requests > 0 || navigation.state === 'loading')
  if (phase === 'hidden') return null
  return (
    <div
      role="progressbar"
      aria-label={t`Page loading`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="absolute inset-x-0 top-full h-[3px] overflow-hidden"
    >
      <div
        className="h-full bg-ember shadow-[0_0_8px_var(--color-ember)] transition-[width] duration-75 ease-linear"
        style={{ width: `${percent}%` }}
      />
    </div>
  )
}

/** Says once that the session ended, whichever call learned it, and leads to the sign-in page and back. */
export function SessionNotice() {
  const client = useQueryClient()
  const ended = useEndedSession()
  useEffect(() => onUnauthorized(() => void endSession(client)), [client])
  const isSignedIn = useViewer() !== null
  useEffect(() => {
    // Signed in again in another tab.
    if (isSignedIn) setEndedSession(null)
  }, [isSignedIn])
  return (
    <div role="alert" className="empty:hidden">
      {ended !== null && <EndedSession key={ended} />}
    </div>
  )
}

function EndedSession() {
  const { t } = useLingui()
  const [dismissed, setDismissed] = useState(false)
  const { pathname, search, hash } = useLocation()
  if (dismissed) return null
  return (
    <div className="border-line border-b bg-ground-raised">
      <div className="mx-auto flex max-w-page items-center gap-3 px-4 py-2 text-sm sm:px-5">
        <Clock aria-hidden className="size-5 shrink-0 text-ember max-sm:hidden" />
        <p className="min-w-0 flex-1">
          {/* The sign-in page leads back by itself. */}
          {pathname === '/auth' ? (
            <Trans>
              <strong>Your session has ended.</strong> Sign in to go on. Your drafts are kept in this browser.
            </Trans>
          ) : (
            <Trans>
              <strong>Your session has ended.</strong>{' '}
              <Link
                to={`/auth?redirect=${encodeURIComponent(pathname + search + hash)}`}
                className="font-bold text-ink underline underline-offset-4 hover:text-ember-bright"
              >
                Sign in
              </Link>{' '}
              to go on. Your drafts are kept in this browser.
            </Trans>
          )}
        </p>
        <button
          type="button"
          aria-label={t`Dismiss`}
          onClick={() => setDismissed(true)}
          className="inline-flex size-9 shrink-0 items-center justify-center rounded-md text-ink-soft hover:bg-line hover:text-ink"
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
    </div>
  )
}
