import { type AnyResource, createListState, findStateField, getResourcePath } from '@gantry/core';
import { Box, Text } from 'ink';
import { useCallback, useEffect, useState } from 'react';
import { formatCell, getCellTone } from '../../fields/cells.ts';
import { keymaps } from '../../keys/keymap.ts';
import { renderDim } from '../../parts/colors.ts';
import { useScroll } from '../../parts/lines-page.tsx';
import { PageHeader, type PageHeaderProps } from '../../parts/page-header.tsx';
import { type Tui, useArea, useTui } from '../../parts/tui-context.ts';
import { useKeys } from '../../parts/use-keys.ts';
import type { ActionPages } from '../action-run.tsx';
import { chooseAction, hasActions } from '../actions-flow.tsx';
import type { ChangeResult } from '../bulk-flow.tsx';
import type { DataRecord } from '../list/list-columns.ts';
import { withLabels } from '../list/with-labels.ts';
import { explainVerbRejection, getRecordName } from '../resource-text.ts';
import { hasTestAction, runTestAction } from '../test-action.ts';
import { useUndo } from '../undo-flow.ts';
import { chooseRelated, useHasRelated } from './related-flow.tsx';
import { renderRecordPage } from './render-record.ts';
import { deleteRecord, updateRecord } from './write-flow.tsx';

export interface RecordPageProps {
  readonly resource: AnyResource;
  readonly id: number;
  readonly pages: ActionPages;
  /** Called with true when something was changed. */
  readonly onDone: (changed: boolean) => void;
}

function useRecord(resource: AnyResource, id: number) {
  const { client } = useTui();
  const [record, setRecord] = useState<DataRecord | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    client.call<DataRecord>(getResourcePath(resource.name, 'get'), { id }).then(setRecord, () => setFailed(true));
  }, [client, resource, id]);
  useEffect(load, [load]);
  return { record, failed, load };
}

/** The state of a record, for resources with a state field. */
function getState(resource: AnyResource, record: DataRecord | null, tui: Tui): Pick<PageHeaderProps, 'state'> {
  const state = findStateField(resource);
  if (!state || !record) return {};
  const text = formatCell(state.name, state.field, record, tui);
  return { state: { text, tone: getCellTone(record[state.name], state.field) } };
}

/** The page of one record and its actions. */
export function RecordPage({ resource, id, pages, onDone }: RecordPageProps) {
  const tui = useTui();
  const { width, height } = useArea();
  const { record: original, failed, load } = useRecord(resource, id);
  const record = original && withLabels(resource, original, tui);
  const [changed, setChanged] = useState(false);
  const hasRelated = useHasRelated(resource);
  const lines = record ? renderRecordPage(resource, record, width - 2, tui) : [];
  const space = height - 2;
  const { top, moves } = useScroll(lines.length, space);
  const handleChange = (done: ChangeResult) => {
    if (!done) return;
    setChanged(true);
    load();
  };
  const undo = useUndo(resource.name, tui, handleChange);
  const openRelated = () =>
    record &&
    void chooseRelated(resource, record, tui).then((link) => {
      if (link === null) return;
      onDone(changed);
      tui.go(link);
    });
  useKeys(
    keymaps.record,
    {
      ...moves,
      update: () => void updateRecord(resource, id, tui).then(handleChange),
      delete: () => record && void deleteRecord(resource, record, tui).then((done) => done && onDone(true)),
      ...(hasActions(resource, pages, ['record', 'collection'], tui)
        ? {
            actions: () =>
              record && void chooseAction(resource, record, createListState(), pages, tui, '').then(handleChange),
          }
        : {}),
      ...(hasTestAction(resource, tui.rights)
        ? {
            testDraft: () =>
              void runTestAction(resource, original as DataRecord | null, pages, tui).then(({ done }) =>
                handleChange(done),
              ),
          }
        : {}),
      ...(hasRelated ? { related: openRelated } : {}),
      ...undo.handlers,
      refresh: load,
      copyId: () => tui.copy(String(id)),
      copyRow: () => original && tui.copy(JSON.stringify(original, null, 2)),
      back: () => onDone(changed),
    },
    { rejection: explainVerbRejection(resource, tui), names: undo.names },
  );
  const position = lines.length > space ? `${top + 1}-${Math.min(lines.length, top + space)}/${lines.length}` : '';
  return (
    <Box flexDirection="column" width={width} height={height}>
      <PageHeader
        title={record ? getRecordName(resource, record, tui) : `#${id}`}
        note={position}
        {...getState(resource, record, tui)}
      />
      <Box paddingX={1} height={space} overflow="hidden">
        <Text>
          {record
            ? lines.slice(top, top + space).join('\n')
            : renderDim(tui.t(failed ? 'tui.loadFailed' : 'common.loading'))}
        </Text>
      </Box>
    </Box>
  );
}
