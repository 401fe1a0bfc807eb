/** A second address of the same page; search engines are told the first. */
export { default, meta } from './report.tsx'
