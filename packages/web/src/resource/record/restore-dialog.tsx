import {
  type AnyResource,
  assertDone,
  errorMessage,
  getResourcePath,
  undoCalls,
  type VersionAnswer,
} from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { createCallKey } from '../../app/api/index.ts';
import { useFormat } from '../../app/i18n/index.ts';
import { StepUpCanceled, useStepUp } from '../../app/session/index.ts';
import { type FieldRecord, useCalls, useWords } from '../../fields/index.ts';
import { Modal, useReturnFocus } from '../../ui/index.ts';
import { ErrorState, Loading } from '../../ui/parts/index.ts';
import { DiffTable } from './diff-table.tsx';
import { isSame } from './merge.ts';

interface RestoreDialogProps {
  readonly resource: AnyResource;
  /** The audit log entry whose resulting version is restored. */
  readonly entry: FieldRecord;
  readonly onRestored: (key: string) => void;
  readonly onClose: () => void;
}

/** The fields that differ between the current and the earlier version. */
interface Difference {
  readonly version: number;
  readonly now: FieldRecord;
  readonly earlier: FieldRecord;
}

function useDifference(resource: AnyResource, entry: FieldRecord) {
  const calls = useCalls();
  return useQuery({
    queryKey: ['version', resource.name, entry.id],
    queryFn: async (): Promise<Difference> => {
      const seen = await calls.call<VersionAnswer>(undoCalls.undoVersion.path, { id: entry.id });
      const record = await calls.call<FieldRecord>(getResourcePath(resource.name, 'get'), { id: seen.id });
      const names = Object.keys(seen.values).filter((name) => !isSame(seen.values[name], record[name]));
      const pick = (values: FieldRecord) => Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
      return { version: Number(record.version), now: pick(record), earlier: pick(seen.values) };
    },
    gcTime: 0,
    staleTime: 0,
  });
}

/** Shows what would change, then saves it like any other update with a version check. */
export function RestoreDialog({ resource, entry, onRestored, onClose }: RestoreDialogProps) {
  useReturnFocus();
  const t = useWords();
  const format = useFormat();
  const calls = useCalls();
  const stepUp = useStepUp();
  const key = useRef(createCallKey());
  const difference = useDifference(resource, entry);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const { data } = difference;
  const nothing = data !== undefined && Object.keys(data.earlier).length === 0;
  const restore = async () => {
    if (!data) return;
    setBusy(true);
    try {
      const body = { id: entry.resourceId, version: data.version, ...data.earlier };
      const options = { idempotencyKey: key.current };
      assertDone(await stepUp(() => calls.call(getResourcePath(resource.name, 'update'), body, options)));
      onRestored(key.current);
    } catch (error) {
      if (!(error instanceof StepUpCanceled)) setProblem(errorMessage(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      visible
      className="restore-dialog"
      title={t('resource.history.restoreTitle', { time: format.time(Number(entry.createdAt)) })}
      okText={t('resource.history.restore')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: data === undefined || nothing }}
      onOk={() => void restore()}
      onCancel={onClose}
    >
      {difference.isPending ? <Loading /> : null}
      {difference.isError ? <ErrorState error={difference.error} onRetry={() => void difference.refetch()} /> : null}
      {data && !nothing ? (
        <>
          <p className="hint">{t('resource.history.restoreText')}</p>
          <DiffTable resource={resource} before={data.now} after={data.earlier} />
        </>
      ) : null}
      {nothing ? <p className="hint">{t('resource.history.sameNow')}</p> : null}
      {problem === '' ? null : (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
    </Modal>
  );
}
