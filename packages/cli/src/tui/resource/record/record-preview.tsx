import type { AnyResource } from '@gantry/core';
import { Box, Text } from 'ink';
import { renderBlue, renderBold, renderDim } from '../../parts/colours.ts';
import { cut } from '../../parts/marks.ts';
import { useTui } from '../../parts/tui-context.ts';
import type { DataRecord } from '../list-columns.ts';
import { recordName } from '../resource-words.ts';
import { recordLines } from './record-lines.ts';

/** The record beside the pointer, as far as its list knows it: nothing is fetched for it. */
export function RecordPreview(props: {
  readonly resource: AnyResource;
  readonly record: DataRecord | null;
  readonly width: number;
  readonly height: number;
}) {
  const tui = useTui();
  const { resource, record, width, height } = props;
  const rule = Array.from({ length: height }, () => renderDim(tui.marks.upright)).join('\n');
  const inner = width - 3;
  const lines = record
    ? [
        renderBlue(renderBold(cut(recordName(resource, record, tui), inner, tui.marks))),
        '',
        ...recordLines(resource, record, inner, tui),
      ]
    : [];
  return (
    <Box width={width} height={height} flexShrink={0}>
      <Text>{rule}</Text>
      <Box paddingLeft={1} width={width - 1} height={height} overflow="hidden">
        <Text>{lines.slice(0, height).join('\n')}</Text>
      </Box>
    </Box>
  );
}
