import { createHash } from 'node:crypto'

export type Random = {
  /** From 0 up to but not including 1. */
  fraction(): number
  /** Both ends included. */
  integer(least: number, most: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  shuffle<Item>(items: readonly Item[]): Item[]
}

/**
 * Random values that are the same for the same seed on every machine: mulberry32 over the seed's hash.
 */
export function createRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE()

  function fraction(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  const integer = (least: number, most: number) =>
    least + Math.floor(fraction() * (most - least + 1))

  return {
    fraction,
    integer,
    chance: probability => fraction() < probability,
    pick(items) {
      const item = items[integer(0, items.length - 1)]
      if (item === undefined) throw new Error('There is nothing to pick from')
      return item
    },
    shuffle: items =>
      items
        .map(item => ({ item, place: fraction() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item),
  }
}
