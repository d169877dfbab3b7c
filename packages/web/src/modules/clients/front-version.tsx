import { frontSettings, json } from '@gantry/core';
import type { CellProps } from '../../fields/index.ts';
import { JsonView } from '../../fields/json/json-view.tsx';
import type { Slots } from '../../resource/slots.ts';

const groups = Object.entries(frontSettings.groups).map(
  ([name, { label, fields }]) => [name, json(label, { parts: fields })] as const,
);

/** The content of a version with the labels of its settings. */
function ContentCell({ value }: CellProps) {
  return <JsonView value={value} field={{ parts: Object.fromEntries(groups) }} />;
}

export const slots: Slots = { cell: { content: ContentCell } };
