import { type AnyResource, allFields } from '@gantry/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import { ErrorState, Loading, SideDrawer } from '../../ui/parts/index.ts';
import { FormDrawer } from '../form/form-drawer.tsx';
import { useNameOf } from '../name-words.ts';
import { usePageScope } from '../page-scope.tsx';
import { useTitleOf } from '../use-title-of.ts';
import { OnceDialog } from './once-dialog.tsx';
import { RecordDrawer } from './record-drawer.tsx';
import { recordKey, useRecord } from './use-record.ts';
import type { Opened } from './use-record-url.ts';

interface OpenedRecordProps {
  readonly opened: Opened;
  readonly onOpen: (opened: Opened, replace?: boolean) => void;
}

/** The drawer in the URL: a record, its form, or the form of a new record. */
export function OpenedRecord({ opened, onOpen }: OpenedRecordProps) {
  const { resource, slots, refresh } = usePageScope();
  const titleOf = useTitleOf(resource);
  const queries = useQueryClient();
  const close = () => onOpen({ kind: 'none' });
  const [once, setOnce] = useState<{ readonly answer: FieldRecord; readonly name: string } | null>(null);
  const handleSaved = (answer: FieldRecord) => {
    const { record, rest } = splitAnswer(resource, answer);
    const queryKey = recordKey(resource, Number(record.id));
    queries.setQueryData(queryKey, record);
    // The response to a write does not contain the name of the user who wrote; the next read does.
    void queries.invalidateQueries({ queryKey, refetchType: 'none' });
    refresh();
    if (rest) setOnce({ answer: rest, name: titleOf(record) });
    else close();
  };
  if (once) return <OnceDialog resource={resource} {...once} onClose={close} />;
  if (opened.kind === 'none') return null;
  if (opened.kind === 'view') {
    return (
      <RecordDrawer
        key={opened.id}
        id={opened.id}
        tab={opened.tab}
        onTab={(tab) => onOpen({ ...opened, tab }, true)}
        onClose={close}
      />
    );
  }
  if (opened.kind === 'new' && opened.like === null) {
    return <FormDrawer resource={resource} slots={slots} record={null} onSaved={handleSaved} onClose={close} />;
  }
  const id = opened.kind === 'edit' ? opened.id : Number(opened.like);
  return (
    <LoadedForm
      key={`${opened.kind}-${id}`}
      id={id}
      copies={opened.kind === 'new'}
      onSaved={handleSaved}
      onClose={close}
    />
  );
}

/** Separates the record from values that belong to no field, such as a secret that is shown once and never stored. */
function splitAnswer(resource: AnyResource, answer: FieldRecord): { record: FieldRecord; rest: FieldRecord | null } {
  const fields = allFields(resource);
  const isField = (name: string) => name in fields || name.endsWith('Label');
  const rest = Object.entries(answer).filter(([name]) => !isField(name));
  const record = Object.fromEntries(Object.entries(answer).filter(([name]) => isField(name)));
  return { record, rest: rest.length > 0 ? Object.fromEntries(rest) : null };
}

interface LoadedFormProps {
  readonly id: number;
  /** Whether a new record is created with the values of this one. */
  readonly copies: boolean;
  readonly onSaved: (record: FieldRecord) => void;
  readonly onClose: () => void;
}

/** A refetch never replaces typed values: the form keeps the first version that it loaded. */
function LoadedForm({ id, copies, onSaved, onClose }: LoadedFormProps) {
  const t = useWords();
  const nameOf = useNameOf();
  const { resource, slots, offerUndo } = usePageScope();
  const record = useRecord(resource, id);
  const [held, setHeld] = useState<FieldRecord | null>(null);
  if (held === null && record.data && !record.isFetching) setHeld(record.data);
  if (held) {
    const like = copies ? held : null;
    return (
      <FormDrawer
        resource={resource}
        slots={slots}
        record={copies ? null : held}
        like={like}
        announceSaved={offerUndo}
        onSaved={onSaved}
        onClose={onClose}
      />
    );
  }
  return (
    <SideDrawer open width={760} title={t('resource.edit', { name: nameOf(resource) })} onClose={onClose}>
      {record.isError ? <ErrorState error={record.error} onRetry={() => void record.refetch()} /> : <Loading />}
    </SideDrawer>
  );
}
