/** A download is read after the click, and nothing tells when it has been. */
const KEEP_MS = 60_000

/** Has the browser save `contents` as a file. */
export function saveBlob(contents: Blob, fileName: string): void {
  const url = URL.createObjectURL(contents)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS)
}
