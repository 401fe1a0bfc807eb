import { Trans } from '@lingui/react/macro'
import { Pause, Play } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useHydrated } from '../../../platform/hydrated.ts'
import { useSite } from '../../../platform/site.tsx'
import { classes } from '../../../ui/classes.ts'
import mp4 from './media/teaser.mp4'
import webm from './media/teaser.webm'
import poster from './media/teaser.webp'
import smallPoster from './media/teaser-800.webp'

const prefersLessMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

interface TeaserVideoProps {
  readonly className?: string
  /** What its still picture shows, in words. */
  readonly picture: string | undefined
}

/**
 * The teaser, silent and endless. Nothing of it is asked for before it comes into sight; then it plays by
 * itself, unless the visitor prefers less motion, and rests while it is out of sight. The visitor's button outranks
 * both.
 */
export function TeaserVideo(props: TeaserVideoProps) {
  const { look, teaserVideoUrl } = useSite()
  const own = look?.hero
  // The shipped film shows the shipped brand.
  if (own === undefined || teaserVideoUrl !== undefined) return <Film {...props} />
  return (
    <img
      src={own.url}
      alt={own.alt}
      loading="lazy"
      className={classes('aspect-video w-full object-cover', props.className)}
      style={{ objectPosition: `${own.x}% ${own.y}%` }}
    />
  )
}

function Film({ className, picture = '' }: TeaserVideoProps) {
  const frame = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const inSight = useInSight(frame)
  const hydrated = useHydrated()
  const [reached, setReached] = useState(false)
  const [chosen, setChosen] = useState<{ readonly play: boolean }>()
  const [playing, setPlaying] = useState(false)
  const [broken, setBroken] = useState(false)
  if (inSight && !reached) setReached(true)

  useEffect(() => {
    if (!reached || broken) return
    const wanted = chosen?.play ?? !prefersLessMotion()
    if (!inSight || !wanted) video.current?.pause()
    // A browser may refuse to play by itself; its button then still says what is so.
    else video.current?.play().catch(() => setPlaying(false))
  }, [inSight, reached, chosen, broken])

  return (
    <div
      ref={frame}
      className={classes('pixel-corners relative aspect-video overflow-hidden bg-ground', className)}
    >
      {hydrated ? (
        <Poster picture={picture} />
      ) : (
        <noscript>
          <Poster picture={picture} />
        </noscript>
      )}
      <video
        ref={video}
        aria-hidden="true"
        tabIndex={-1}
        muted
        loop
        playsInline
        preload="none"
        width={1280}
        height={720}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        className="absolute inset-0 size-full object-cover"
      >
        {reached && <Sources onError={() => setBroken(true)} />}
      </video>
      {!broken && (
        <button
          type="button"
          onClick={() => setChosen({ play: !playing })}
          className="absolute end-3 bottom-3 inline-flex min-h-11 items-center gap-2 rounded-md bg-ground/85 px-4 font-bold text-ink text-sm hover:bg-ground hover:text-ember-bright"
        >
          {playing ? <Pause aria-hidden className="size-4" /> : <Play aria-hidden className="size-4" />}
          {playing ? (
            <Trans>
              Pause<span className="sr-only"> the teaser</span>
            </Trans>
          ) : (
            <Trans>
              Play<span className="sr-only"> the teaser</span>
            </Trans>
          )}
        </button>
      )}
    </div>
  )
}

/** Below the first screen: on a slow line it waits until what stands there has been painted and scripts have run. */
const Poster = ({ picture }: { picture: string }) => (
  <img
    src={poster}
    srcSet={`${smallPoster} 800w, ${poster} 1280w`}
    sizes="(min-width: 64rem) 58vw, 100vw"
    alt={picture}
    width={1280}
    height={720}
    loading="lazy"
    className="absolute inset-0 size-full object-cover"
  />
)

/** The operator's own video, or the shipped one in two encodings; an error of the last source means none plays. */
function Sources({ onError }: { onError: () => void }) {
  const { teaserVideoUrl } = useSite()
  if (teaserVideoUrl !== undefined) return <source src={teaserVideoUrl} onError={onError} />
  return (
    <>
      <source src={webm} type="video/webm" />
      <source src={mp4} type="video/mp4" onError={onError} />
    </>
  )
}

/** Whether any part of an element is in the window. False on the server, and where it is unknown. */
function useInSight(mark: RefObject<Element | null>) {
  const [inSight, setInSight] = useState(false)
  useEffect(() => {
    if (mark.current === null || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver((entries) =>
      setInSight(entries.at(-1)?.isIntersecting ?? false),
    )
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [mark])
  return inSight
}
