import styles from '../../resource/record/entry-actions.module.css';
import '../../resource/record/record.css';
import { findResource, getActorLabel, getReasonLabel, getSubjectLabel, type Verb } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { forever } from '../../app/api/index.ts';
import { loadSettings } from '../../app/catalog/load-definition.ts';
import { skeletons } from '../../app/catalog/sketches.ts';
import { useFormat, useLocale } from '../../app/i18n/index.ts';
import { type CellProps, useReferences, useWords } from '../../fields/index.ts';
import { DiffTable, FieldsDiff } from '../../resource/record/diff-table.tsx';
import { useActionLabel } from '../../resource/record/use-action-words.ts';
import { useHost } from '../../resource/resource-host.tsx';
import type { RecordSlotProps, ResultSlotProps, Slots } from '../../resource/slots.ts';
import { UndoEntry } from '../../resource/undo/undo-entry.tsx';
import { WithDefinition } from '../../resource/use-definition.tsx';
import { Alert, Button, Modal } from '../../ui/index.ts';
import { Loading } from '../../ui/parts/index.ts';

/** The action, named by its resource. */
function ActionCell({ record, value }: CellProps) {
  const getActionLabel = useActionLabel();
  return (
    <span title={String(value)}>
      {getActionLabel(findResource({ resources: skeletons }, String(record.resource)), String(value))}
    </span>
  );
}

/** The actor. Actions of the platform itself have no actor name. */
function ActorCell({ value }: CellProps) {
  const name = String(value);
  return <span title={name}>{getActorLabel(name, useLocale())}</span>;
}

/** The resource that was changed, by its label. */
function ObjectCell({ value }: CellProps) {
  const locale = useLocale();
  const { outline } = useHost();
  return <span title={String(value)}>{getSubjectLabel(outline, String(value), locale)}</span>;
}

/** The changed record with a link, by its name if it still exists and is readable. */
function SubjectCell({ name, record, value }: CellProps) {
  const references = useReferences();
  const label = record[`${name}Label`];
  const words = typeof label === 'string' ? label : `#${String(value)}`;
  const link = typeof label === 'string' ? references.link(String(record.resource), Number(value)) : null;
  if (value === null || value === undefined) return <span className="dim">–</span>;
  return link === null ? (
    <span title={`#${String(value)}`}>{words}</span>
  ) : (
    <Link to={link} title={`${words} #${String(value)}`} className="cell-link">
      {words}
    </Link>
  );
}

/** The reason that a user entered, or the message of the error that rejected the call. */
function ReasonCell({ value, full }: CellProps) {
  const locale = useLocale();
  if (value === null || value === undefined || value === '') return <span className="dim">–</span>;
  const words = getReasonLabel(value, locale) ?? String(value);
  return full ? <bdi className="whole-text">{words}</bdi> : <bdi title={words}>{words}</bdi>;
}

const reading: ReadonlySet<string> = new Set<Verb>(['get', 'list', 'export']);

/** The changes of something that is not a record: a settings group, or an object without fields. */
function OtherDiff({ record }: Pick<RecordSlotProps, 'record'>) {
  const [first, page = '', group = ''] = String(record.resource).split('/');
  const settings = useQuery({
    queryKey: ['settings definition', page],
    queryFn: () => loadSettings(page),
    enabled: first === 'settings',
    ...forever,
  });
  if (settings.isLoading) return <Loading />;
  const fields = settings.data?.groups[group]?.fields ?? {};
  return <FieldsDiff fields={fields} before={record.before} after={record.after} />;
}

/** The changes of an entry, with the labels of the changed fields. */
function EntryDiff({ record, refresh }: RecordSlotProps) {
  const resource = findResource({ resources: skeletons }, String(record.resource));
  const isOnlyRead = reading.has(String(record.action));
  return (
    <div className="record-panel">
      {resource ? (
        <WithDefinition name={resource.name}>
          {(definition) => <DiffTable resource={definition} before={record.before} after={record.after} />}
        </WithDefinition>
      ) : (
        <OtherDiff record={record} />
      )}
      {resource && record.result === 'ok' && !isOnlyRead ? (
        <div className={styles.entryActions}>
          <UndoEntry entry={record} onDone={refresh} />
        </div>
      ) : null}
    </div>
  );
}

interface Verdict {
  readonly ok: boolean;
  readonly rows: number;
  readonly unsealed: number;
  readonly firstBad: { readonly id: number; readonly why: string } | null;
}

/** Whether the hash chain is intact, and its first broken entry. */
function ChainVerdict({ answer, close }: ResultSlotProps) {
  const t = useWords();
  const format = useFormat();
  const { ok, rows, unsealed, firstBad } = answer as Verdict;
  const words = ok
    ? t('resource.audit.intact', { count: format.number(rows) })
    : t('resource.audit.broken', { id: firstBad?.id ?? 0 });
  return (
    <Modal
      visible
      title={t('resource.audit.verify')}
      onCancel={close}
      footer={<Button onClick={close}>{t('common.close')}</Button>}
    >
      <Alert type={ok ? 'success' : 'error'} content={words} />
      {firstBad ? <p className="mono">{firstBad.why}</p> : null}
      {unsealed > 0 ? <p>{t('resource.audit.unsealed', { count: format.number(unsealed) })}</p> : null}
    </Modal>
  );
}

export const slots: Slots = {
  reads: ['resource'],
  cell: { actorName: ActorCell, action: ActionCell, resource: ObjectCell, resourceId: SubjectCell, reason: ReasonCell },
  detail: { title: { zh: '变化', en: 'Changes' }, body: EntryDiff },
  result: { verify: ChainVerdict },
};
