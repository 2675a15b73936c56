import { Button, Table, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useState } from 'react'

/** The fields of a record that the floor shows. It does not check them. */
type Entry = { entity: { name: string }; blocked_phone_number_list: { phone_number: string }[] }
type Page = { next: string | null; results: Entry[] }

const ROW_HEIGHT = 48

/** The numbers of the first company in the simplest fast way: a table that renders only the rows in sight. */
export function Blocklist() {
  const [searched, setSearched] = useState('')
  const { data } = useQuery({ queryKey: ['blocklist'], queryFn: load })
  const entry = data?.[0]
  const numbers = useMemo(
    () =>
      (entry?.blocked_phone_number_list ?? [])
        .map(({ phone_number }) => phone_number)
        .filter(number => number.includes(searched)),
    [entry, searched],
  )
  const virtualizer = useWindowVirtualizer({
    count: numbers.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  })
  return (
    <>
      <Title order={1}>Blocklist</Title>
      <TextInput
        aria-label="Search"
        value={searched}
        onChange={({ currentTarget }) => setSearched(currentTarget.value)}
      />
      {entry && (
        <Table aria-label={`Numbers blocked for ${entry.entity.name}`}>
          <Table.Tbody>
            {virtualizer.getVirtualItems().map(({ index }) => (
              <Table.Tr key={index}>
                <Table.Td>{numbers[index]}</Table.Td>
                <Table.Td>
                  <Button size="xs">Unblock</Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  )
}

async function load(): Promise<Entry[]> {
  const entries: Entry[] = []
  let path: string | null = '/v1/blocklist/?page=1&page_size=100'
  while (path !== null) {
    const response = await fetch(path)
    if (!response.ok) throw new Error(`The service answered ${response.status}`)
    const page: Page = await response.json()
    entries.push(...page.results)
    path = page.next && new URL(page.next).pathname + new URL(page.next).search
  }
  return entries
}
