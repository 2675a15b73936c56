import { type ReceiverSetting, trackingNumberKey } from '../../../../contract/receiver.ts'

/** Whether a setting contains the text in its URL, or in its number in any format: "021 555". */
export function matchesSetting(
  { tracking_number, url }: Pick<ReceiverSetting, 'tracking_number' | 'url'>,
  find: string,
): boolean {
  const text = find.trim().toLowerCase()
  const number = trackingNumberKey(text.replace(/^((?:\+|00).*)\(0\)/, '$1'))
  // Inside its country, a number starts with 0.
  const national = number.replace(/^0(?=\d{2})/, '')
  const known = tracking_number.toLowerCase()
  return url.toLowerCase().includes(text) || known.includes(number) || known.includes(national)
}
