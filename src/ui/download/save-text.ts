/** Saves `text` as a file, in UTF-8. */
export function saveText(text: string, fileName: string, type: string): void {
  saveBlob(new Blob([text], { type }), fileName)
}

/** `name` without characters that cause problems in a file system or a shell. */
export function safeFileName(name: string, extension: string): string {
  const safe = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .slice(0, 300)
    .replaceAll(/^[-.]+|(?<![-.])[-.]+$/g, '')
    .slice(0, 100)
  return `${safe || 'file'}.${extension}`
}

/** The browser reads a download after the click, and no event reports the end. */
const KEEP_MS = 60_000

export function saveBlob(contents: Blob, fileName: string): void {
  const url = URL.createObjectURL(contents)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS)
}
