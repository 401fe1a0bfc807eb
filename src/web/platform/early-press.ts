declare global {
  interface Window {
    /** Ends the noting of presses and says what was pressed last; only where scripts-after-paint.ts notes them. */
    takeEarlyPress?: (() => HTMLElement | undefined) | undefined
  }
}

/**
 * Presses once more what was pressed before the page came alive: on a slow line it looks ready for seconds before it is.
 * Menus and tabs listen to the beginning of a press, others to its end, so all of it is repeated. Links need no help.
 */
export function repeatEarlyPress(): void {
  const pressed = window.takeEarlyPress?.()
  window.takeEarlyPress = undefined
  if (!pressed?.isConnected) return
  const whole = { bubbles: true, cancelable: true, composed: true, button: 0 }
  pressed.dispatchEvent(new PointerEvent('pointerdown', { ...whole, pointerType: 'mouse', isPrimary: true }))
  pressed.dispatchEvent(new MouseEvent('mousedown', whole))
  pressed.dispatchEvent(new PointerEvent('pointerup', { ...whole, pointerType: 'mouse', isPrimary: true }))
  pressed.dispatchEvent(new MouseEvent('mouseup', whole))
  pressed.click()
}
