import { type FormEvent, useId } from 'react'
import { toast } from '../platform/toasts.ts'
import { Button } from '../ui/button.tsx'
import { controlClass } from '../ui/field.ts'

/** Thanks, and sends nothing anywhere (spec 5). The browser itself refuses what is not an address. */
export function NewsletterForm() {
  const id = useId()
  function subscribe(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    toast({ title: 'Subscribed!', description: 'Thank you for subscribing to our newsletter!' })
    event.currentTarget.reset()
  }
  return (
    // A form for a dialog that is not there goes nowhere: no call without scripts either, and no address in the URL.
    <form method="dialog" onSubmit={subscribe} className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold text-sm">
        Newsletter
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          type="email"
          name="email"
          required
          autoComplete="email"
          placeholder="you@example.com"
          className={`${controlClass} h-11 min-w-0 shrink grow-99 basis-40`}
        />
        <Button type="submit" look="quiet" className="grow">
          Subscribe
        </Button>
      </div>
    </form>
  )
}
