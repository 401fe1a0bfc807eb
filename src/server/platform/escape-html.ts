const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For text and attribute values of HTML and XML. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character]!)
