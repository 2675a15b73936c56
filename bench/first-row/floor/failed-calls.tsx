import { Button, Group, Table, Text, TextInput, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useState } from 'react'

/** The fields of an item that the floor shows. It does not check them. */
type Item = {
  id: number
  failed_at: string
  callback_url: string
  attempts: { status: number | null }[]
  request_json: { company?: { name: string }; caller_number?: string }
}

type Answer = { count: number; results: Item[] }

const FEATURES = tableFeatures({})
const column = createColumnHelper<typeof FEATURES, Item>()
const COLUMNS = column.columns([
  column.accessor('failed_at', { header: 'Failed at' }),
  column.accessor(item => item.request_json.company?.name ?? '–', {
    id: 'company',
    header: 'Company',
  }),
  column.accessor(item => item.request_json.caller_number ?? '–', {
    id: 'caller',
    header: 'Caller',
  }),
  column.accessor(item => item.attempts.at(-1)?.status ?? '–', { id: 'status', header: 'Status' }),
  column.accessor('callback_url', { header: 'Receiver' }),
])
const NO_ITEMS: Item[] = []
const ROW_HEIGHT = 37

type FailedCallsProps = { from: string; until: string; size: string }

/** The list as one would write it first: a request, a table, and only the rows in sight. */
export function FailedCalls({ from, until, size }: FailedCallsProps) {
  const [page, setPage] = useState(1)
  const { data } = useQuery({
    queryKey: ['failed-calls', from, until, size, page],
    queryFn: () => load(from, until, size, page),
    placeholderData: keepPreviousData,
  })
  const table = useTable({ features: FEATURES, columns: COLUMNS, data: data?.results ?? NO_ITEMS })
  const { rows } = table.getRowModel()
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 5,
  })
  const drawn = virtualizer.getVirtualItems()
  return (
    <>
      <Group justify="space-between">
        <Title order={1}>Failed calls</Title>
        <TextInput aria-label="Search" placeholder="Search" />
      </Group>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {table.getFlatHeaders().map(header => (
              <Table.Th key={header.id}>
                <table.FlexRender header={header} />
              </Table.Th>
            ))}
            <Table.Th>Replay</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {drawn.map(({ index }) => (
            <Table.Tr key={index}>
              {rows[index]?.getAllCells().map(cell => (
                <Table.Td key={cell.id}>
                  <table.FlexRender cell={cell} />
                </Table.Td>
              ))}
              <Table.Td>
                <Button size="xs">Replay</Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text>{data?.count} failed calls</Text>
      <Button onClick={() => setPage(page + 1)}>Next page</Button>
    </>
  )
}

async function load(from: string, until: string, size: string, page: number): Promise<Answer> {
  const query = new URLSearchParams({
    page: String(page),
    from_date: from,
    to_date: until,
    page_size: size,
  })
  const response = await fetch(`/v1/call_events_fail/?${query}`)
  if (!response.ok) throw new Error(`The service answered ${response.status}`)
  return response.json()
}
