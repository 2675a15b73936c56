/**
 * The oldest versions that the dashboard works in. The build targets these, the page names them in
 * older browsers, and docs/browsers.md lists them.
 */
export const SUPPORTED_BROWSERS = [
  { name: 'Chrome', target: 'chrome', version: 126 },
  { name: 'Edge', target: 'edge', version: 126 },
  { name: 'Firefox', target: 'firefox', version: 128 },
  { name: 'Safari', target: 'safari', version: 18 },
] as const

/** "Chrome 126, Edge 126, Firefox 128 or Safari 18" */
export function formatSupportedBrowsers(): string {
  const words = SUPPORTED_BROWSERS.map(({ name, version }) => `${name} ${version}`)
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words)
}
