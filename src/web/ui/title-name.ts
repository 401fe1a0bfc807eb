/** A name for titles and link previews, where nothing can keep its direction to itself: without the marks that turn it. */
export const titleName = (name: string) => name.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
