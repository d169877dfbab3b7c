import '../../../resource/record/history.css';
import {
  assertDone,
  changeWarnings,
  errorMessage,
  getError,
  isReadOnly,
  ResponseError,
  type SettingsChange,
  type SettingsGroup,
  type SettingsGroupAnswer,
  type SettingsHistoryAnswer,
  settingsCalls,
  type Values,
} from '@gantry/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCalls, useWords } from '../../../fields/index.ts';
import { usePress } from '../../../resource/action/use-press.ts';
import { FieldsDiff } from '../../../resource/record/diff-table.tsx';
import { isSame } from '../../../resource/record/merge.ts';
import { Alert, Button, useToast } from '../../../ui/index.ts';
import { ConfirmDialog, Empty, ErrorState, Loading, SideDrawer } from '../../../ui/parts/index.ts';
import { createCallKey } from '../../api/index.ts';
import { useFormat, useSay } from '../../i18n/index.ts';
import { StepUpCanceled, useSession, useStepUp } from '../../session/index.ts';

interface SettingsHistoryProps {
  readonly page: string;
  readonly name: string;
  readonly group: SettingsGroup;
  /** The current state of the group. */
  readonly saved: SettingsGroupAnswer;
  readonly onRestored: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** The changes of a group, newest first, each with a button that reverts it. */
export function SettingsHistory(props: SettingsHistoryProps) {
  const { page, name, group, onClose } = props;
  const t = useWords();
  const localize = useSay();
  const calls = useCalls();
  const history = useInfiniteQuery({
    queryKey: ['settings-history', page, name],
    initialPageParam: null as number | null,
    staleTime: 0,
    queryFn: ({ pageParam }) => {
      const body = { page, group: name, ...(pageParam === null ? {} : { before: pageParam }) };
      return calls.call<SettingsHistoryAnswer>(settingsCalls.settingsHistory.path, body);
    },
    getNextPageParam: (answer) => answer.next,
  });
  const items = history.data?.pages.flatMap((one) => one.items) ?? [];
  return (
    <SideDrawer
      open
      width={640}
      title={t('resource.settings.historyOf', { name: localize(group.label) })}
      onClose={onClose}
    >
      {history.isPending ? <Loading /> : null}
      {history.isError ? <ErrorState error={history.error} onRetry={() => void history.refetch()} /> : null}
      {history.data && items.length === 0 ? <Empty title={t('resource.settings.empty')} /> : null}
      <ol className="history">
        {items.map((change, at) => (
          <ChangeEntry key={change.id} {...props} change={change} wanted={getValuesBefore(items.slice(0, at + 1))} />
        ))}
      </ol>
      {history.hasNextPage ? (
        <Button loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          {t('resource.history.more')}
        </Button>
      ) : null}
    </SideDrawer>
  );
}

/**
 * Values before the earliest of these changes, which are ordered newest first: the values that a revert of that change writes.
 */
const getValuesBefore = (changes: readonly SettingsChange[]): Values =>
  Object.assign({}, ...changes.map(({ before }) => before));

interface ChangeProps extends SettingsHistoryProps {
  readonly change: SettingsChange;
  /** The values that a revert of this change writes. */
  readonly wanted: Values;
}

function ChangeEntry(props: ChangeProps) {
  const { page, name, group, saved, change, onRestored } = props;
  const t = useWords();
  const format = useFormat();
  const [request, setRequest] = useState(false);
  const isReader = isReadOnly(useSession().rights);
  const isNow = change.version === saved.version;
  return (
    <li>
      <div className="history-head plain">
        <strong>{t('resource.settings.version', { version: change.version })}</strong>
        <span>{change.changedByLabel}</span>
        <span className="dim" title={format.ago(change.changedAt)}>
          {format.time(change.changedAt)}
        </span>
        {isNow ? <span className="word-tag">{t('resource.settings.now')}</span> : null}
        {isReader ? null : (
          <Button size="mini" onClick={() => setRequest(true)}>
            {t('resource.settings.rollback')}
          </Button>
        )}
      </div>
      <FieldsDiff
        fields={group.fields}
        before={change.before}
        after={change.after}
        availableAction={(field) => (
          <PutBack
            page={page}
            name={name}
            group={group}
            saved={saved}
            field={field}
            value={change.before[field] ?? null}
            onDone={onRestored}
          />
        )}
      />
      {request ? <RollbackDialog {...props} onDone={() => setRequest(false)} /> : null}
    </li>
  );
}

interface RollbackDialogProps extends ChangeProps {
  readonly onDone: () => void;
}

function RollbackDialog(props: RollbackDialogProps) {
  const { page, name, group, saved, change, wanted, onRestored, onDone } = props;
  const t = useWords();
  const localize = useSay();
  const format = useFormat();
  const calls = useCalls();
  const stepUp = useStepUp();
  const toast = useToast();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const reload = async () => {
    await onRestored();
    await queries.invalidateQueries({ queryKey: ['settings-history', page, name] });
  };
  const restore = async () => {
    setBusy(true);
    try {
      const body = { page, group: name, historyId: change.id, version: saved.version };
      const options = { idempotencyKey: createCallKey() };
      await stepUp(() => calls.call(settingsCalls.settingsRollback.path, body, options));
      await reload();
      toast.success(t('resource.settings.rolledBack'));
      onDone();
    } catch (error) {
      const conflict = error instanceof ResponseError && error.code === getError('conflict').code;
      if (!(error instanceof StepUpCanceled)) toast.error(errorMessage(error));
      // Another user saved first. Their change is now in the list, and the user can decide again.
      if (conflict) await reload();
      if (conflict) onDone();
      else setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open
      busy={busy}
      title={t('resource.settings.rollbackTitle')}
      okText={t('resource.settings.rollback')}
      onConfirm={() => void restore()}
      onCancel={onDone}
    >
      {t('resource.settings.rollbackText', { name: localize(group.label), time: format.time(change.changedAt) })}
      {changeWarnings(group.fields, saved.values, wanted, format.locale).map((warning) => (
        <Alert key={warning} type="warning" content={warning} />
      ))}
    </ConfirmDialog>
  );
}

interface PutBackProps {
  readonly page: string;
  readonly name: string;
  readonly group: SettingsGroup;
  /** The current state of the group. */
  readonly saved: SettingsGroupAnswer;
  readonly field: string;
  /** The previous value of the field. */
  readonly value: unknown;
  readonly onDone: () => Promise<unknown>;
}

/** Restores one setting and leaves the rest of its group as it is; a secret cannot be restored, because it cannot be read. */
function PutBack({ page, name, group, saved, field: key, value, onDone }: PutBackProps) {
  const t = useWords();
  const localize = useSay();
  const calls = useCalls();
  const stepUp = useStepUp();
  const toast = useToast();
  const queries = useQueryClient();
  const field = group.fields[key];
  const isReader = isReadOnly(useSession().rights);
  const now = saved.values[key] ?? null;
  const words = { name: field ? localize(field.label) : key };
  const write = async (given: unknown, version: number, idempotencyKey: string) => {
    const body = { page, group: name, version, values: { [key]: given } };
    const options = { idempotencyKey };
    const reload = async () => {
      await onDone();
      await queries.invalidateQueries({ queryKey: ['settings-history', page, name] });
    };
    try {
      const call = () => calls.call<SettingsGroupAnswer>(settingsCalls.settingsSave.path, body, options);
      const written = assertDone(await stepUp(call));
      await reload();
      return written;
    } catch (error) {
      // Another user saved first: their values are shown before the user tries again.
      if (error instanceof ResponseError && error.code === getError('conflict').code) await reload();
      throw error;
    }
  };
  const again = usePress(async (idempotencyKey) => {
    const written = await write(value, saved.version, idempotencyKey);
    const undo = () => {
      const failed = (error: Error) => {
        if (!(error instanceof StepUpCanceled)) toast.error(error.message);
      };
      void write(now, written.version, `${idempotencyKey}-undo`).catch(failed);
    };
    toast.success(t('resource.settings.restoreDone', words), { label: t('resource.undo.undo'), run: undo });
  });
  // A field with a warning is reverted only with its group, where the warning is shown.
  if (
    !field ||
    field.kind === 'secret' ||
    field.write === 'never' ||
    field.changeWarning ||
    isSame(now, value) ||
    isReader
  )
    return null;
  return (
    <Button
      size="mini"
      className="put-back"
      loading={again.busy}
      aria-label={t('resource.settings.restoreValue', words)}
      onClick={again.press}
    >
      {t('resource.settings.restoreShort')}
    </Button>
  );
}
