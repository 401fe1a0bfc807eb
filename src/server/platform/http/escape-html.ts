import { ownValue } from '../../../contract/own-value.ts'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text and attribute values for HTML and XML. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ownValue(escapes, character)!)
