import { type ApprovalKind, approvedActions, inputFields } from '@gantry/core';
import type { CellProps } from '../../fields/index.ts';
import { JsonView } from '../../fields/json/json-view.tsx';
import type { Slots } from '../../resource/slots.ts';

/** What was asked for, under the names of the action that an approval stands for. */
function InputCell({ value, record }: CellProps) {
  const { resource, name } = approvedActions[record.kind as ApprovalKind];
  const action = resource.actions?.[name];
  return <JsonView value={value} field={action ? { parts: inputFields(resource, action) } : {}} />;
}

export const slots: Slots = { cell: { input: InputCell } };
