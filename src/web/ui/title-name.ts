/** Removes direction marks from a name. Titles and link previews are plain text, where the marks would turn what follows. */
export const titleName = (name: string) => name.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
