import {
  type AnyResource,
  can,
  createListState,
  encodeListState,
  errorMessage,
  findResource,
  getResourcePath,
  getUsages,
  isRestorable,
  type ResourceSkeleton,
  type Usage,
} from '@gantry/core';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { createCallKey } from '../../app/api/index.ts';
import { useSay } from '../../app/i18n/index.ts';
import { StepUpCanceled, useSession, useStepUp } from '../../app/session/index.ts';
import { type FieldRecord, useCalls, useWords } from '../../fields/index.ts';
import { useReturnFocus, useToast } from '../../ui/index.ts';
import { ConfirmDialog } from '../../ui/parts/index.ts';
import { isConfirmed, TypedConfirmation } from '../action/typed-confirmation.tsx';
import { createResourceAddress, useHost } from '../resource-host.tsx';
import { useSkeletons } from '../use-definition.tsx';
import { useTitleOf } from '../use-title-of.ts';

interface DeleteDialogProps {
  readonly resource: AnyResource;
  readonly record: FieldRecord;
  /** Receives the idempotency key of the call when it may be undone. */
  readonly onDeleted: (text: string, key: string | null) => void;
  readonly onCancel: () => void;
}

/** Asks for confirmation, deletes the version that was shown, and lists the records that prevent the deletion. */
export function DeleteDialog({ resource, record, onDeleted, onCancel }: DeleteDialogProps) {
  useReturnFocus();
  const t = useWords();
  const calls = useCalls();
  const stepUp = useStepUp();
  const toast = useToast();
  const restorable = isRestorable(resource, record);
  const key = useRef(createCallKey());
  const [busy, setBusy] = useState(false);
  const [typed, setTyped] = useState('');
  const title = useTitleOf(resource)(record);
  const expected = resource.person && !restorable ? title : null;
  const [problem, setProblem] = useState<{ message: string; usages: readonly Usage[] } | null>(null);
  const remove = async () => {
    setBusy(true);
    try {
      const body = { id: record.id, version: record.version };
      const options = { idempotencyKey: key.current };
      await stepUp(() => calls.call(getResourcePath(resource.name, 'delete'), body, options));
      if (!restorable) toast.success(t('resource.deleted'));
      onDeleted(`${t('resource.deleted')}: ${title}`, restorable ? key.current : null);
    } catch (error) {
      if (!(error instanceof StepUpCanceled)) {
        setProblem({ message: errorMessage(error), usages: getUsages(error) });
      }
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open
      danger
      busy={busy}
      disabled={!isConfirmed(expected, typed)}
      title={t('resource.delete.title', { title })}
      okText={t('resource.delete.ok')}
      onConfirm={() => void remove()}
      onCancel={onCancel}
    >
      <p className="hint">{t(restorable ? 'resource.delete.restorable' : 'resource.delete.text')}</p>
      {expected === null ? null : <TypedConfirmation expected={expected} typed={typed} onType={setTyped} />}
      {problem ? (
        <div role="alert" className="problem">
          {problem.usages.length > 0 ? t('resource.delete.inUse') : problem.message}
          <UsageList id={Number(record.id)} usages={problem.usages} />
        </div>
      ) : null}
    </ConfirmDialog>
  );
}

interface UsageListProps {
  /** ID of the record that cannot be deleted. */
  readonly id: number;
  readonly usages: readonly Usage[];
}

/** Records that refer to a record. Each entry links to their filtered list, for users who may read it. */
function UsageList({ id, usages }: UsageListProps) {
  const t = useWords();
  const localize = useSay();
  const { rights } = useSession();
  const { outline } = useHost();
  const skeletons = useSkeletons();
  return (
    <ul>
      {usages.map((usage) => {
        const named = findResource(outline, usage.resource);
        const other = findResource({ resources: skeletons.data ?? [] }, usage.resource);
        const words = t('resource.delete.usage', {
          name: named ? localize(named.label) : usage.resource,
          count: usage.count,
        });
        return (
          <li key={`${usage.resource} ${usage.field}`}>
            {other && can(rights, other, 'list') ? (
              <Link className="plain-link" to={createResourceAddress(outline, other, listOf(other, usage.field, id))}>
                {words}
              </Link>
            ) : (
              words
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Returns the list state for the URL, filtered when the field has a filter. */
function listOf(resource: ResourceSkeleton, field: string, id: number): Record<string, string> {
  if (!resource.list.filters?.includes(field)) return {};
  return encodeListState({ ...createListState(), filters: { [field]: [id] } });
}
