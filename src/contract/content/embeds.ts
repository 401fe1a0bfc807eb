/** What can be shown elsewhere: `/overlay/…` for streams, `/embed/…` as a widget of another site (docs/widgets.md). */
const shown = String.raw`(?:status|(?:board|player|cup)\/[\w%.-]+)`
const embed = new RegExp(String.raw`^\/embed\/${shown}\/?$`)

/** Whether a path is a widget: it knows no viewer, has no cookies, and may be in a frame of any site. */
export const isEmbed = (path: string) => embed.test(path)

/** The overlay that a widget shows. */
export const overlayOf = (address: string) => address.replace(/^\/embed\//, '/overlay/')

/** Parameter of a widget's address: `light`; dark without it. */
export const themeParam = 'theme'
