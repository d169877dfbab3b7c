import { frontVersionParts } from '@gantry/core';
import type { CellProps } from '../../fields/index.ts';
import { JsonView } from '../../fields/json/json-view.tsx';
import type { Slots } from '../../resource/slots.ts';

/** What a version holds, under the names of its settings. */
function ContentCell({ value }: CellProps) {
  return <JsonView value={value} field={{ parts: frontVersionParts() }} />;
}

export const slots: Slots = { cell: { content: ContentCell } };
