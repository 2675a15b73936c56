import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'

import { Button, Checkbox } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconArrowUp,
} from '@tabler/icons-react'
import { RadioChoice } from '../../forms/radio-choice.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
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
                <IconButton
                  label={`Make ${name} narrower`}
                  icon={IconArrowsMinimize}
                  onClick={() => onLayout(old => resizeColumn(old, id, -1))}
                />
                <IconButton
                  label={`Make ${name} wider`}
                  icon={IconArrowsMaximize}
                  onClick={() => onLayout(old => resizeColumn(old, id, 1))}
                />
                <IconButton
                  label={`Move ${name} to the left`}
                  icon={IconArrowUp}
                  isOff={index === 0}
                  onClick={() => move(index, index - 1)}
                />
                <IconButton
                  label={`Move ${name} to the right`}
                  icon={IconArrowDown}
                  isOff={index === movable.length - 1}
                  onClick={() => move(index, index + 1)}
                />
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
