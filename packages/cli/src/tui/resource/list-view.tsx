import { Box, Text } from 'ink';
import { memo } from 'react';
import { renderDim } from '../parts/colours.ts';
import type { FittedColumn } from '../parts/fit-columns.ts';
import { useTui } from '../parts/tui-context.ts';
import { type DataRecord, formatRowLine, type ListColumn } from './list-columns.ts';

interface RowProps {
  readonly columns: readonly ListColumn[];
  readonly fitted: readonly FittedColumn[];
  readonly record: DataRecord;
  readonly chosen: boolean;
  readonly picked: boolean;
  readonly width: number;
}

/** One record as one line; drawn again only when it changes. */
const Row = memo(function Row({ columns, fitted, record, chosen, picked, width }: RowProps) {
  const tui = useTui();
  return <Text wrap="truncate">{formatRowLine(columns, fitted, record, { chosen, picked, width }, tui)}</Text>;
});

export interface ListViewProps {
  readonly head: string;
  readonly columns: readonly ListColumn[];
  readonly fitted: readonly FittedColumn[];
  /** Only what is in sight. */
  readonly records: readonly DataRecord[];
  readonly chosenId: number | null;
  readonly isPicked: (id: number) => boolean;
  readonly width: number;
  readonly height: number;
  /** Stands in place of rows when there are none. */
  readonly instead: string;
}

/** The head line of a list and the records in sight. */
export function ListView(props: ListViewProps) {
  const { columns, fitted, records, width } = props;
  return (
    <Box flexDirection="column" width={width} height={props.height} overflow="hidden">
      <Text wrap="truncate">{props.head}</Text>
      {records.length === 0 && <Text>{`   ${renderDim(props.instead)}`}</Text>}
      {records.map((record) => (
        <Row
          key={record.id}
          columns={columns}
          fitted={fitted}
          record={record}
          chosen={record.id === props.chosenId}
          picked={props.isPicked(record.id)}
          width={width}
        />
      ))}
    </Box>
  );
}
