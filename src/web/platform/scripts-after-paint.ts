/**
 * What the document runs itself: once the page stands on the screen, the links become preloads of modules and the
 * waiting module is run. A page that is not looked at begins at once, one that never paints after a second.
 *
 * Whoever waits for `load` expects a page that answers to clicks, and until the module is asked for nothing would hold
 * that event back. A frame whose document is open does; it is gone before the module runs. What is pressed meanwhile is kept for
 * early-press.ts.
 */
const beginAfterPaint = `(() => {
  const frame = document.createElement('iframe')
  let begun = false
  let pressed
  const notePress = (event) => {
    pressed = event.target.closest('button:not([type=submit])') ?? pressed
  }
  document.addEventListener('click', notePress, true)
  window.takeEarlyPress = () => {
    document.removeEventListener('click', notePress, true)
    return pressed
  }
  const begin = () => {
    if (begun) return
    begun = true
    for (const link of document.querySelectorAll('link[rel=later]')) link.rel = 'modulepreload'
    const later = document.querySelector('script[type=later]')
    const script = document.createElement('script')
    script.type = 'module'
    script.nonce = later.nonce
    script.textContent = later.textContent
    document.head.append(script)
    frame.remove()
  }
  if (document.hidden) return begin()
  frame.hidden = true
  document.body.append(frame)
  frame.contentDocument.open()
  try {
    new PerformanceObserver(begin).observe({ type: 'paint', buffered: true })
  } catch {
    requestAnimationFrame(() => setTimeout(begin))
  }
  setTimeout(begin, 1000)
})()`

/**
 * The page is complete without its scripts, and on a slow line they would take their turn before styles, faces and the
 * picture: they are asked for when those have been painted. Files of the site need no nonce. In rendered HTML these
 * texts are tags of the frame only: what people wrote has no bare `<`.
 */
export function scriptsAfterPaint(html: string, nonce: string): string {
  const body = html.indexOf('<body')
  const end = html.lastIndexOf('</body></html>')
  const head = html
    .slice(0, body)
    .replaceAll(/<link rel="modulepreload" href="([^"]*)" nonce="[^"]*"/g, '<link rel="later" href="$1"')
  const rest = html
    .slice(body, end)
    .replace(`<script nonce="${nonce}" type="module"`, `<script nonce="${nonce}" type="later"`)
  return `${head}${rest}<script nonce="${nonce}">${beginAfterPaint}</script></body></html>`
}
