/** The little of jsdom that attacks and tests use; the package brings no types. */
declare module 'jsdom' {
  interface Attribute {
    readonly name: string
    readonly value: string
  }
  interface Queried {
    querySelector(selector: string): Element | null
    querySelectorAll(selector: string): Iterable<Element>
  }
  interface Element extends Queried {
    readonly localName: string
    readonly nonce?: string
    readonly textContent: string | null
    readonly attributes: Iterable<Attribute>
    getAttribute(name: string): string | null
  }
  interface Parser {
    parseFromString(text: string, type: 'application/xml'): Queried
  }
  export class JSDOM {
    constructor(html: string)
    readonly window: { readonly document: Queried; readonly DOMParser: new () => Parser }
  }
}
