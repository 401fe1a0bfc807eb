/** The little of jsdom that the attacks use; the package brings no types. */
declare module 'jsdom' {
  interface Attribute {
    readonly name: string
    readonly value: string
  }
  interface Element {
    readonly localName: string
    readonly nonce?: string
    readonly textContent: string | null
    readonly attributes: Iterable<Attribute>
    getAttribute(name: string): string | null
  }
  interface Document {
    querySelector(selector: string): Element | null
    querySelectorAll(selector: string): Iterable<Element>
  }
  export class JSDOM {
    constructor(html: string)
    readonly window: { readonly document: Document }
  }
}
