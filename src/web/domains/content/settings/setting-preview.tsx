import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { pictureParam, previewParam } from '../../../../contract/content/page-path.ts'
import { previewMinutes, type SettingScope, settingFacts } from '../../../../contract/content/settings.ts'
import { settingEndpoints } from '../../../../contract/content/settings-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage, refusedFields } from '../../../platform/api-error.ts'
import { useDebouncedValue } from '../../../platform/use-debounced-value.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceBar } from '../../../ui/form/choice-bar.tsx'
import { findText } from './find-text.ts'
import { settingForm } from './setting-forms.ts'
import { settingsKey } from './settings-query.ts'

/** Widths of the page in the picture. */
const screens = { phone: 390, computer: 1_280 } as const
const frameHeight = 640

/** A token is asked for again before it ends. */
const freshMs = (previewMinutes - 2) * 60_000

interface SettingPreviewProps {
  readonly scope: SettingScope
  readonly value: unknown
  /** The text of the field that has the focus. */
  readonly sought: string
  /** What is wrong with the value, by field; nothing once it is right. */
  readonly onRefused: (fields: Readonly<Record<string, string>>) => void
}

const isWide = () => typeof matchMedia === 'function' && matchMedia('(min-width: 80rem)').matches

/** The page of a setting with what is in the form, beside it on wide screens. */
export function SettingPreview(props: SettingPreviewProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(isWide()), [])
  return (
    <section aria-label={t`Preview`} className="min-w-0 xl:sticky xl:top-20 xl:self-start">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-display text-2xl leading-none">
          <Trans>Preview</Trans>
        </h2>
        <Button look="quiet" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t`Hide preview` : t`Show preview`}
        </Button>
      </div>
      {open && <Picture {...props} />}
    </section>
  )
}

function Picture({ scope, value, sought, onRefused }: SettingPreviewProps) {
  const { t } = useLingui()
  const { paths } = settingFacts(scope)
  const [path, setPath] = useState(paths[0])
  const [screen, setScreen] = useState<keyof typeof screens>('phone')
  const written = useDebouncedValue(JSON.stringify(value))
  // A new page that could not be saved yet has nothing to show.
  const isUnwritten = settingForm(scope).created?.isUnfinished(JSON.parse(written) as never) ?? false
  const { data, error } = useQuery({
    queryKey: [...settingsKey, scope, 'preview', written],
    queryFn: ({ signal }) =>
      api(settingEndpoints.preview, { params: { scope }, body: { value: JSON.parse(written) }, signal }),
    enabled: !isUnwritten,
    staleTime: freshMs,
    gcTime: 0,
    refetchInterval: freshMs,
  })
  const refuse = useEffectEvent(onRefused)
  const isRefused = Object.keys(refusedFields(error)).length > 0
  useEffect(() => {
    if (isRefused || (error === null && data !== undefined)) refuse(refusedFields(error))
  }, [error, data, isRefused])
  // Stays while the next preview is made, and if it fails.
  const [token, setToken] = useState<string>()
  useEffect(() => {
    if (data !== undefined) setToken(data.token)
  }, [data])
  const address = `${path}${path.includes('?') ? '&' : '?'}${previewParam}=${token}`
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <ChoiceBar
          label={t`Size of the preview`}
          options={[
            ['phone', t`Phone`],
            ['computer', t`Computer`],
          ]}
          value={screen}
          onChange={setScreen}
        />
        {paths.length > 1 && (
          <ChoiceBar
            label={t`Page of the preview`}
            options={paths.map((one) => [one, one] as const)}
            value={path}
            onChange={setPath}
          />
        )}
      </div>
      {isUnwritten && (
        <p className="text-ink-soft text-sm">
          <Trans>Write a title and a text to see the page.</Trans>
        </p>
      )}
      {!isUnwritten && error !== null && (
        <p role="status" className="text-bad text-sm">
          {!isRefused && errorMessage(error, t`The preview could not be made.`)}{' '}
          <Trans>The preview shows the last version that worked.</Trans>
        </p>
      )}
      {token !== undefined && (
        <>
          <PageFrame
            address={`${address}&${pictureParam}`}
            path={path}
            width={screens[screen]}
            sought={sought}
          />
          <a
            href={address}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-9 w-fit items-center gap-2 font-semibold text-ink-soft text-sm underline underline-offset-4 hover:text-ink"
          >
            <Trans>Open the preview in a new tab</Trans>
            <ExternalLink aria-hidden className="size-4" />
          </a>
        </>
      )}
    </div>
  )
}

interface PageFrameProps {
  readonly address: string
  readonly path: string
  readonly width: number
  readonly sought: string
}

const outline = '3px solid #ff8a3c'

/** Not shown, or for screen readers alone. */
function isHidden(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  return width < 2 || height < 2
}

/**
 * A page as a picture: without scripts, and nothing in it takes the focus. What the focused field says is outlined and
 * scrolled to.
 */
function PageFrame({ address, path, width, sought }: PageFrameProps) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [available, setAvailable] = useState(0)
  const [loaded, setLoaded] = useState(0)
  const [shown, setShown] = useState<'here' | 'hidden' | 'absent'>('here')
  useEffect(() => {
    if (box.current === null) return
    const observer = new ResizeObserver(([entry]) => setAvailable(entry?.contentRect.width ?? 0))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another document has to be searched again.
  useEffect(() => {
    const body = frame.current?.contentDocument?.body
    if (body == null || sought === '') return setShown('here')
    const element = findText(body, sought)
    setShown(element === undefined ? 'absent' : isHidden(element) ? 'hidden' : 'here')
    if (element === undefined) return
    const { outline: before } = element.style
    element.style.outline = outline
    element.scrollIntoView({ block: 'center' })
    return () => {
      element.style.outline = before
    }
  }, [sought, loaded])
  const scale = available === 0 ? 1 : Math.min(1, available / width)
  return (
    <>
      <div
        ref={box}
        className="overflow-hidden rounded-lg border border-line-strong bg-ground"
        style={{ height: frameHeight, maxWidth: width }}
      >
        <iframe
          ref={frame}
          inert
          src={address}
          title={t`Picture of ${path}`}
          sandbox="allow-same-origin"
          onLoad={() => setLoaded((times) => times + 1)}
          className="block origin-top-left border-0"
          style={{ width, height: frameHeight / scale, transform: `scale(${scale})` }}
        />
      </div>
      {shown === 'hidden' && (
        <p role="status" className="text-ink-faint text-sm">
          <Trans>A screen of this size does not show this text. Switch to the other screen size.</Trans>
        </p>
      )}
      {shown === 'absent' && (
        <p role="status" className="text-ink-faint text-sm">
          <Trans>
            This text is not in the picture: it is shown in another state of the page, or only to search
            engines.
          </Trans>
        </p>
      )}
    </>
  )
}
