/** A second address of the same page; search engines index the first. */
export { default, meta } from './report.tsx'
