import { approvedParts } from '@gantry/core';
import type { CellProps } from '../../fields/index.ts';
import { JsonView } from '../../fields/json/json-view.tsx';
import type { Slots } from '../../resource/slots.ts';

/** The requested input, with the labels of the action to approve. */
function InputCell({ value, record }: CellProps) {
  return <JsonView value={value} field={{ parts: approvedParts(record.kind) }} />;
}

export const slots: Slots = { cell: { input: InputCell } };
