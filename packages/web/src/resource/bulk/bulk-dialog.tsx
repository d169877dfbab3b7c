import './bulk.css';
import {
  type Action,
  type AnyResource,
  check,
  checkInput,
  type FieldErrors,
  type Fields,
  fillDefaults,
  formatResultSums,
  getInputFields,
  type Selection,
  updateSchema,
  type Values,
} from '@gantry/core';
import { type ReactNode, useState } from 'react';
import { createCallKey } from '../../app/api/index.ts';
import { useFormat, useLocale, useSay } from '../../app/i18n/index.ts';
import { useWords } from '../../fields/index.ts';
import { Alert, Button, Modal, Progress, Select, useReturnFocus } from '../../ui/index.ts';
import { FormRow } from '../../ui/parts/index.ts';
import { isConfirmed, TypedConfirmation } from '../action/typed-confirmation.tsx';
import { FieldsForm } from '../form/fields-form.tsx';
import { saveRows } from '../transfer/save-file.ts';
import { getBulkFields } from './bulk-bar.tsx';
import { FailureRows } from './failure-rows.tsx';
import { startBulk } from './run-bulk.ts';
import type { Bulk } from './use-bulk.ts';

export interface BulkRequest {
  readonly name: string;
  /** Null for the built-in `delete`, and `update`, which sets one field. */
  readonly action: Action | null;
  readonly selection: Selection;
  readonly count: number;
  readonly capped: boolean;
  /** How much can be undone afterwards. For `part`, only the server knows the exact extent. */
  readonly undoable: 'all' | 'part' | 'none';
  /** The text that must be typed to confirm an irreversible action: the number of records or the name of a user. */
  readonly typed: string | null;
}

interface BulkDialogProps {
  readonly resource: AnyResource;
  readonly prompt: BulkRequest;
  readonly bulk: Bulk;
  /** Called with the number of changed records and the idempotency keys of the calls. */
  readonly onClose: (done: number, keys: readonly string[]) => void;
}

/** Asks once for all records, then shows the progress and the failures with their reasons, and can retry the failures. */
export function BulkDialog({ resource, prompt, bulk, onClose }: BulkDialogProps) {
  useReturnFocus();
  const t = useWords();
  const localize = useSay();
  const locale = useLocale();
  const sets = prompt.action === null && prompt.name === 'update';
  const fields: Fields = sets ? getBulkFields(resource) : prompt.action ? getInputFields(resource, prompt.action) : {};
  const [values, setValues] = useState<Values>(() => (sets ? {} : fillDefaults({}, fields, 'create')));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [typed, setTyped] = useState('');
  const isLoss = prompt.action ? prompt.action.loss !== undefined : !sets;
  const action = prompt.action
    ? localize(prompt.action.label)
    : t(sets ? 'resource.bulk.setRun' : 'resource.bulk.delete');
  const begin = () => {
    const checked = sets
      ? check(updateSchema(resource), values, fields, locale, t)
      : checkInput(fields, values, locale, t);
    const unset = sets && Object.keys(values).length === 0;
    const missing = { params: [t('validation.required', { field: t('resource.bulk.field') })] };
    setErrors(unset ? missing : checked.ok ? {} : checked.errors);
    if (checked.ok && !unset) bulk.start(startBulk(createCallKey(), prompt.name, prompt.selection, checked.value));
  };
  const close = () => {
    bulk.stop();
    const done = bulk.run ? bulk.run.done - bulk.run.failures.length : 0;
    const keys = bulk.writtenBy();
    if (bulk.phase === 'ended') bulk.purge();
    onClose(done, keys);
  };
  const idle = bulk.phase === 'idle';
  return (
    <Modal
      visible
      className="bulk-dialog"
      title={sets ? t('resource.bulk.setTitle') : t('resource.bulk.title', { action })}
      maskClosable={false}
      escToExit={bulk.phase !== 'running'}
      onCancel={close}
      footer={
        idle ? (
          <>
            <Button onClick={close}>{t('common.cancel')}</Button>
            <Button
              type="primary"
              status={isLoss ? 'danger' : 'default'}
              disabled={!isConfirmed(prompt.typed, typed)}
              onClick={begin}
            >
              {sets ? action : t('resource.bulk.run', { action })}
            </Button>
          </>
        ) : (
          <BulkButtons bulk={bulk} onClose={close} />
        )
      }
    >
      {idle ? (
        <BulkQuestion prompt={prompt} action={action}>
          {sets ? (
            <SetFieldForm fields={fields} values={values} errors={errors} onChange={setValues} />
          ) : (
            <FieldsForm
              rows={Object.keys(fields).map((name) => [name])}
              fields={fields}
              values={values}
              errors={errors}
              onChange={(name, value) => setValues((now) => ({ ...now, [name]: value }))}
            />
          )}
          {prompt.typed === null ? null : <TypedConfirmation expected={prompt.typed} typed={typed} onType={setTyped} />}
        </BulkQuestion>
      ) : (
        <BulkProgress bulk={bulk} action={action} output={prompt.action?.output} />
      )}
    </Modal>
  );
}

interface BulkQuestionProps {
  readonly prompt: BulkRequest;
  readonly action: string;
  readonly children: ReactNode;
}

function BulkQuestion({ prompt, action, children }: BulkQuestionProps) {
  const t = useWords();
  const format = useFormat();
  const count = `${format.number(prompt.count)}${prompt.capped ? '+' : ''}`;
  return (
    <div className="form-stack">
      <p className="hint">
        {t('ids' in prompt.selection ? 'resource.bulk.confirm' : 'resource.bulk.confirmAll', { count, action })}
      </p>
      {prompt.undoable !== 'all' && (prompt.action === null || prompt.action.danger) ? (
        <Alert
          type="warning"
          content={t(prompt.undoable === 'none' ? 'resource.bulk.irreversible' : 'resource.bulk.partly')}
        />
      ) : null}
      {children}
    </div>
  );
}

function BulkButtons({ bulk, onClose }: { readonly bulk: Bulk; readonly onClose: () => void }) {
  const t = useWords();
  const failed = bulk.run?.failures.length ?? 0;
  if (bulk.phase === 'running') return <Button onClick={bulk.stop}>{t('resource.bulk.cancel')}</Button>;
  return (
    <>
      {bulk.phase === 'stopped' ? (
        <Button type="primary" onClick={bulk.resume}>
          {t('resource.bulk.resume')}
        </Button>
      ) : null}
      {bulk.phase === 'ended' && failed > 0 ? (
        <Button onClick={bulk.retry}>{t('resource.bulk.retry', { count: failed })}</Button>
      ) : null}
      <Button onClick={onClose}>{t('common.close')}</Button>
    </>
  );
}

interface SetFieldFormProps {
  readonly fields: Fields;
  /** The selected field with its value; empty before a field is selected. */
  readonly values: Values;
  readonly errors: FieldErrors;
  readonly onChange: (values: Values) => void;
}

/** Selects the field to set and its value. */
function SetFieldForm({ fields, values, errors, onChange }: SetFieldFormProps) {
  const t = useWords();
  const localize = useSay();
  const [chosen] = Object.keys(values);
  const options = Object.entries(fields).map(([name, field]) => ({ value: name, label: localize(field.label) }));
  return (
    <>
      <FormRow label={t('resource.bulk.field')} errors={chosen ? [] : (errors.params ?? [])} required>
        {(ids) => (
          <Select
            id={ids.id}
            label={t('resource.bulk.field')}
            className="field-full"
            options={options}
            placeholder={t('resource.input.choose')}
            showSearch={options.length > 8}
            {...(chosen ? { value: chosen } : {})}
            onChange={(name: string) => onChange({ [name]: fields[name]?.kind === 'boolean' ? false : null })}
          />
        )}
      </FormRow>
      {chosen ? (
        <FieldsForm
          key={chosen}
          rows={[[chosen]]}
          fields={fields}
          values={values}
          errors={errors}
          onChange={(name, value) => onChange({ [name]: value })}
        />
      ) : null}
    </>
  );
}

interface BulkProgressProps {
  readonly bulk: Bulk;
  readonly action: string;
  /** Output fields of the action. */
  readonly output?: Fields | undefined;
}

/** The progress of a bulk action, its result, and the failures with their reasons. */
function BulkProgress({ bulk, action, output }: BulkProgressProps) {
  const t = useWords();
  const format = useFormat();
  const { run, phase, problem } = bulk;
  if (!run) return null;
  const total = run.total ?? 0;
  const share = phase === 'ended' ? 100 : total === 0 ? 0 : Math.min(100, Math.round((run.done / total) * 100));
  const counts = { ok: format.number(run.done - run.failures.length), failed: format.number(run.failures.length) };
  const words = {
    idle: '',
    running: t('resource.bulk.running', { action }),
    stopped: t('resource.bulk.stopped'),
    ended: t('resource.bulk.finished', counts),
  }[phase];
  const added = formatResultSums(run.sums, output, format);
  return (
    <div className="form-stack">
      <p role="status">
        {words}{' '}
        <span className="dim figure">
          {t('resource.bulk.progress', { done: format.number(run.done), total: format.number(total) })}
        </span>
      </p>
      {added === '' ? null : <p className="figure">{added}</p>}
      <Progress
        percent={share}
        aria-label={words}
        status={run.failures.length > 0 ? 'warning' : phase === 'ended' ? 'success' : 'normal'}
      />
      {problem ? (
        <p role="alert" className="problem">
          {problem}
        </p>
      ) : null}
      {run.failures.length > 0 ? <Failures bulk={bulk} /> : null}
    </div>
  );
}

function Failures({ bulk }: { readonly bulk: Bulk }) {
  const t = useWords();
  const failures = bulk.run?.failures ?? [];
  const save = () => {
    const rows = failures.map((item) => [String(item.id), String(item.code), item.message]);
    saveRows('failures.csv', [['id', 'code', 'reason'], ...rows]);
  };
  return (
    <>
      <FailureRows caption={t('resource.bulk.failures')} failures={failures} />
      <Button size="small" type="text" onClick={save}>
        {t('resource.bulk.download')}
      </Button>
    </>
  );
}
