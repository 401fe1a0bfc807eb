import { useLingui } from '@lingui/react/macro'
import { CircleAlert, X } from 'lucide-react'
import { Toast as Primitive } from 'radix-ui'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  dismissToast,
  runToastAction,
  type ShownToast,
  toastDurationMs,
  useToasts,
} from '../platform/toasts.ts'
import { useSay } from '../platform/translation.tsx'
import { Button, Paused } from './button.tsx'
import { classes } from './classes.ts'

const swipeThresholdPx = 50
const hotkey = ['F8']
/** For how long what a toast offers takes no press: it appears where the second of two presses may land. */
const actionPauseMs = 1_000

/** Where toasts appear; once, at the end of the frame. F8 brings the focus here. */
export function ToastRegion() {
  const { t } = useLingui()
  const { shown, emptied } = useToasts()
  return (
    <Primitive.Provider
      // Radix pauses the timers while a pointer or the focus is on a toast, and stays paused for ever when the toast
      // goes from under them: a fresh start whenever the region is empty.
      key={emptied}
      duration={toastDurationMs}
      swipeDirection="right"
      swipeThreshold={swipeThresholdPx}
      label={t`Notification`}
    >
      {shown !== null && <ToastCard key={shown.id} shown={shown} />}
      <Primitive.Viewport
        hotkey={hotkey}
        label={t`Notifications (${{ hotkey: '{hotkey}' }})`}
        className={classes(
          'pointer-events-none fixed end-0 z-60 m-0 grid w-full max-w-md list-none gap-2 p-4 outline-offset-[-6px]',
          placeOf(shown),
        )}
      />
    </Primitive.Provider>
  )
}

/** What offers an action stays for long: on a phone it may not lie over the buttons at the foot of a detail. */
function placeOf(shown: ShownToast | null): string {
  if (shown?.place === 'free') return 'top-14'
  return shown?.action === undefined ? 'bottom-0' : 'bottom-0 max-sm:top-14 max-sm:bottom-auto'
}

function ToastCard({ shown }: { shown: ShownToast }) {
  const { t } = useLingui()
  const say = useSay()
  const { id, title, description, open, duration = toastDurationMs, action, extra } = shown
  const destructive = shown.variant === 'destructive'
  const [isNew, setIsNew] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setIsNew(false), actionPauseMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Primitive.Root
      // Kept mounted after dismissal: the store removes it, 3 s later. Inert, so that nobody tabs into the invisible.
      forceMount
      inert={!open}
      open={open}
      onOpenChange={(next) => !next && dismissToast(id)}
      duration={duration}
      // Foreground is announced at once, background when the screen reader has a pause.
      type={destructive ? 'foreground' : 'background'}
      data-toast
      data-variant={destructive ? 'destructive' : 'default'}
      className={classes(
        'pointer-events-auto grid grid-cols-[1fr_auto] items-start gap-x-3 rounded-lg border border-s-4 p-4 shadow-float data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[state=closed]:animate-toast-out data-[state=open]:animate-toast-in data-[swipe=cancel]:transition-transform',
        destructive ? 'border-bad bg-bad-ground' : 'border-line border-s-ember bg-ground-raised',
      )}
    >
      <div className="min-w-0">
        <Primitive.Title className="flex items-center gap-2 font-bold">
          {destructive && <CircleAlert aria-hidden className="size-5 shrink-0 text-bad" />}
          {say(title)}
        </Primitive.Title>
        {description !== undefined && (
          <Primitive.Description className="mt-1 text-ink-soft text-sm leading-relaxed" asChild>
            <div>{say(description)}</div>
          </Primitive.Description>
        )}
        {action !== undefined && (
          <Paused value={isNew}>
            <div className="mt-2 flex flex-wrap gap-2">
              <Primitive.Action
                asChild
                altText={
                  action.hint === undefined ? say(action.label) : `${say(action.label)}: ${say(action.hint)}`
                }
              >
                <Button look="quiet" size="sm" onClick={runToastAction}>
                  {say(action.label)}
                </Button>
              </Primitive.Action>
              {extra !== undefined && <div data-radix-toast-announce-exclude="">{extra}</div>}
            </div>
          </Paused>
        )}
      </div>
      <Primitive.Close
        aria-label={t`Close`}
        className="-mt-1 -me-1 inline-flex size-8 items-center justify-center rounded-md text-ink-soft hover:bg-line hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </Primitive.Close>
      {shown.place === 'free' && <FreePlace />}
    </Primitive.Root>
  )
}

const pressable = 'a, button, input, select, textarea, summary, label'
/** What stays between a toast and its neighbours, and by how much another place is tried. */
const stepPx = 8

/** How far from the top of the window a toast covers nothing that can be pressed: as it is, else as high as possible. */
function freeTop(card: HTMLElement, region: HTMLElement, now: number | undefined): number | undefined {
  const { left, right } = region.getBoundingClientRect()
  const taken = [...document.querySelectorAll(pressable)]
    .filter((one) => !region.contains(one) && one.checkVisibility?.({ visibilityProperty: true }) !== false)
    .map((one) => one.getBoundingClientRect())
    .filter((box) => box.width > 0 && box.height > 0 && box.right > left && box.left < right)
  const isFree = (top: number) =>
    !taken.some((box) => box.bottom > top - stepPx && box.top < top + card.offsetHeight + stepPx)
  if (now !== undefined && isFree(now)) return now
  for (let top = stepPx; top + card.offsetHeight + stepPx <= innerHeight; top += stepPx)
    if (isFree(top)) return top
  return undefined
}

/** Keeps the toast around it over nothing that can be pressed, also while the page scrolls; hidden where it has no place. */
function FreePlace() {
  const inside = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const card = inside.current?.closest<HTMLElement>('[data-toast]')
    const region = card?.parentElement
    if (!card || !region) return
    let top: number | undefined
    const place = () => {
      top = freeTop(card, region, top)
      card.style.visibility = top === undefined ? 'hidden' : ''
      // The card stands within a padding of the region.
      if (top !== undefined) region.style.top = `${top - card.offsetTop}px`
    }
    place()
    addEventListener('scroll', place, { passive: true })
    addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place)
      removeEventListener('resize', place)
      region.style.top = ''
    }
  }, [])
  return <span ref={inside} hidden />
}
