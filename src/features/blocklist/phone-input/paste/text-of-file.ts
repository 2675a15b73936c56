/** Why a file or a pasted text can’t be used, for the person who chose or pasted it. */
export class PasteProblem extends Error {}

const SAVE_AS_CSV =
  'Open it in your spreadsheet, save it as “CSV UTF-8”, and choose that file instead.'
const MAX_BYTES = 5_000_000

/**
 * The text of a file of numbers.
 *
 * @throws PasteProblem
 */
export async function textOfFile(file: File): Promise<string> {
  if (file.size > MAX_BYTES) {
    throw new PasteProblem(
      `“${file.name}” is larger than 5 MB, so it was not read. Split it into smaller files.`,
    )
  }
  const bytes = new Uint8Array(
    await file.arrayBuffer().catch(() => {
      throw new PasteProblem(`“${file.name}” could not be read. Is it open elsewhere, or a folder?`)
    }),
  )
  if (bytes.length === 0) throw new PasteProblem(`“${file.name}” is empty.`)
  const start = String.fromCharCode(...bytes.subarray(0, 4))
  if (start === 'PK\x03\x04' || start === '\xd0\xcf\x11\xe0') {
    throw new PasteProblem(`“${file.name}” is a workbook, not a list. ${SAVE_AS_CSV}`)
  }
  const text = decode(bytes, start)
  // Line breaks and tabs are the only control characters that lists have.
  if (text === null || /[^\P{Cc}\t\r\n\f\v\u0085]/u.test(text)) {
    throw new PasteProblem(
      `“${file.name}” is not a text file, or its encoding is unknown. ${SAVE_AS_CSV}`,
    )
  }
  return text
}

function decode(bytes: Uint8Array, start: string): string | null {
  if (start.startsWith('\xff\xfe')) return decodeAs('utf-16le', bytes)
  if (start.startsWith('\xfe\xff')) return decodeAs('utf-16be', bytes)
  // Other files use the encoding of spreadsheets on Windows, which has the same digits.
  return decodeAs('utf-8', bytes) ?? decodeAs('windows-1252', bytes)
}

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
