/**
 * A field that nobody sees, hears or reaches by keyboard: what fills it in is a machine. Off the screen rather than
 * undisplayed, because machines look for that.
 */
export function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute -left-[9999px] size-px overflow-hidden">
      <label>
        Website
        <input name="website" type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
