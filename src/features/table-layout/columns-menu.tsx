import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'

import { ActionIcon, Button, Checkbox } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconArrowUp,
} from '@tabler/icons-react'
import { RadioChoice } from '../../forms/radio-choice.tsx'
import type { Column } from '../../ui/table/column.ts'
import {
  type LayoutControl,
  resizeColumn,
  type TableLayout,
  USUAL_LAYOUT,
} from '../../ui/table/table-layout.ts'
import { useTableModel } from '../../ui/table/use-table-model.ts'
import classes from './columns-menu.module.css'

export type ColumnsMenuProps = {
  columns: Column<never>[]
  control: LayoutControl
}

const DENSITIES: { value: TableLayout['density']; label: string }[] = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
]

/** Shows, hides, moves and resizes columns, also by keyboard. */
export default function ColumnsMenu({ columns, control }: ColumnsMenuProps) {
  const { layout, onLayout } = control
  const { table } = useTableModel({ columns, layout: control })
  const movable = table.getAllLeafColumns().filter(column => column.getCanHide())
  const move = (from: number, to: number) => {
    const ids = movable.map(({ id }) => id)
    table.setColumnOrder(ids.toSpliced(from, 1).toSpliced(to, 0, ...ids.slice(from, from + 1)))
  }
  return (
    <div className={classes.menu}>
      <RadioChoice
        legend="Density"
        options={DENSITIES}
        chosen={layout.density}
        onChoose={density => onLayout(old => ({ ...old, density }))}
      />
      <ol className={classes.list} aria-label="Columns">
        {movable.map((column, index) => {
          const { id } = column
          const name = String(column.columnDef.header)
          return (
            <li key={id} className={classes.column}>
              <Checkbox
                label={name}
                checked={column.getIsVisible()}
                onChange={({ currentTarget: { checked } }) => column.toggleVisibility(checked)}
              />
              <span className={classes.actions}>
                <Action
                  label={`Make ${name} narrower`}
                  onClick={() => onLayout(old => resizeColumn(old, id, -1))}
                >
                  <IconArrowsMinimize size={14} aria-hidden />
                </Action>
                <Action
                  label={`Make ${name} wider`}
                  onClick={() => onLayout(old => resizeColumn(old, id, 1))}
                >
                  <IconArrowsMaximize size={14} aria-hidden />
                </Action>
                <Action
                  label={`Move ${name} to the left`}
                  isOff={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <IconArrowUp size={14} aria-hidden />
                </Action>
                <Action
                  label={`Move ${name} to the right`}
                  isOff={index === movable.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <IconArrowDown size={14} aria-hidden />
                </Action>
              </span>
            </li>
          )
        })}
      </ol>
      <Button size="xs" onClick={() => onLayout(() => USUAL_LAYOUT)}>
        Reset
      </Button>
    </div>
  )
}

type ActionProps = {
  label: string
  isOff?: boolean
  onClick: () => void
  children: React.ReactNode
}

/** It keeps the focus while it is off. `disabled` would lose it when a column reaches the end. */
function Action({ label, isOff = false, onClick, children }: ActionProps) {
  return (
    <ActionIcon
      variant="subtle"
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      data-disabled={isOff || undefined}
      onClick={isOff ? undefined : onClick}
    >
      {children}
    </ActionIcon>
  )
}
