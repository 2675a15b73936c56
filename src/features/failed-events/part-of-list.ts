import { rawElements } from '../../../contract/raw-value.ts'

/** The text of a flat list's page, its items to the letter. */
export function partOfList(text: string, { page, size }: { page: number; size: number }): string {
  const items = rawElements(text, []) ?? []
  return items.length <= size ? text : `[${items.slice((page - 1) * size, page * size).join(',')}]`
}
