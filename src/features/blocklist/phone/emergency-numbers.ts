/** Codes that people dial without a country code. libphonenumber-js has no table of them. */
const CODES: Record<string, string> = {
  '107': 'the emergency number of Cape Town',
  '112': 'the emergency number of mobile phones',
  '116': 'Childline',
  '911': 'an emergency number',
  '999': 'an emergency number',
  '10111': 'the emergency number of the police',
  '10177': 'the emergency number for ambulances',
}

/** South African numbers of the police and for crises, which may call back. */
const NUMBERS: Record<string, string> = {
  '27860010111': 'the police (08600 10111)',
  '27861322322': 'Lifeline (0861 322 322)',
  '27800055555': 'Childline (0800 055 555)',
  '27800428428': 'the Gender-Based Violence Command Centre (0800 428 428)',
  '27800567567': 'the Suicide Crisis Line (0800 567 567)',
}

/**
 * Says what an emergency number is; undefined for any other.
 *
 * @param digits as they are dialled in South Africa, or with its country code
 */
export function emergencyNumber(digits: string): string | undefined {
  return NUMBERS[digits] ?? CODES[digits.replace(/^27(?=\d{3,5}$)/, '')]
}
