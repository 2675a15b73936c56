import { rawElements } from '../../../../contract/text/raw-value.ts'

/** The text of one page of a list that came as a whole, its items to the letter. */
export function partOfList(text: string, { page, size }: { page: number; size: number }): string {
  const items = rawElements(text, []) ?? rawElements(text, ['results']) ?? []
  return `[${items.slice((page - 1) * size, page * size).join(',')}]`
}
