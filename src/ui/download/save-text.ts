import { saveBlob } from './save-blob.ts'

/** Has the browser save `text` as a file, in UTF-8. */
export function saveText(text: string, fileName: string, type: string): void {
  saveBlob(new Blob([text], { type }), fileName)
}

/** `name` with nothing in it that a file system or a shell stumbles over. */
export function fileName(name: string, extension: string): string {
  const safe = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .slice(0, 300)
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, 100)
  return `${safe || 'file'}.${extension}`
}
