let names: Intl.DisplayNames | undefined

/** "South Africa" for ZA. Names load with the first call, because most pages need none. */
export function formatCountry(code: string): string {
  names ??= new Intl.DisplayNames('en', { type: 'region' })
  return names.of(code) ?? code
}
