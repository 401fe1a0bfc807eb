declare global {
  interface Window {
    /** The button that was pressed last before hydration. */
    earlyPress?: HTMLElement | undefined
  }
}

/**
 * The document runs this before React is there. Forms and links need no script. Whoever reloads a page and goes back at
 * once stays in its document, which shows what the server rendered for the page they left: no router listens yet.
 */
export const noteEarlyPress = `document.onclick = (event) => {
  window.earlyPress = event.target.closest('button:not([type=submit])') ?? window.earlyPress
}
const pageUrl = () => location.pathname + location.search
const renderedUrl = pageUrl()
onpopstate = () => pageUrl() === renderedUrl || location.reload()`

/** Repeats the last early press. Menus listen for `pointerdown`, tabs for `mousedown`, other buttons for `click`. */
export function repeatEarlyPress(): void {
  window.onpopstate = null
  document.onclick = null
  const button = window.earlyPress
  window.earlyPress = undefined
  if (!button?.isConnected) return
  button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0, pointerType: 'mouse' }))
  button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }))
  button.click()
}
