import './bulk.css';
import {
  type Action,
  type AnyResource,
  check,
  checkInput,
  complete,
  type FieldErrors,
  type Fields,
  getInputFields,
  type Selection,
  updateSchema,
  type Values,
} from '@gantry/core';
import { type ReactNode, useState } from 'react';
import { createCallKey } from '../../app/api/index.ts';
import { useFormat, useLocale, useSay } from '../../app/i18n/index.ts';
import { useWords } from '../../fields/index.ts';
import { Alert, Button, Modal, useReturnFocus } from '../../ui/index.ts';
import { FieldsForm } from '../form/fields-form.tsx';
import { getBulkFields } from './bulk-fields.ts';
import { BulkProgress } from './bulk-progress.tsx';
import { startBulk } from './run-bulk.ts';
import { SetFieldForm } from './set-field-form.tsx';
import type { Bulk } from './use-bulk.ts';

export interface BulkRequest {
  readonly name: string;
  /** Null is a verb: `delete`, or `update`, which sets one field. */
  readonly action: Action | null;
  readonly selection: Selection;
  readonly count: number;
  readonly capped: boolean;
  /** How much of it can be taken back afterwards; of `part`, only the server knows what. */
  readonly goesBack: 'all' | 'part' | 'none';
}

interface BulkDialogProps {
  readonly resource: AnyResource;
  readonly prompt: BulkRequest;
  readonly bulk: Bulk;
  /** With how many records were changed, and the keys of the calls that did it. */
  readonly onClose: (done: number, keys: readonly string[]) => void;
}

/** Asks once for all, then shows how far it is, what failed and why, and tries just that again. */
export function BulkDialog({ resource, prompt, bulk, onClose }: BulkDialogProps) {
  useReturnFocus();
  const t = useWords();
  const localize = useSay();
  const locale = useLocale();
  const sets = prompt.action === null && prompt.name === 'update';
  const fields: Fields = sets ? getBulkFields(resource) : prompt.action ? getInputFields(resource, prompt.action) : {};
  const [values, setValues] = useState<Values>(() => (sets ? {} : complete({}, fields, 'create')));
  const [errors, setErrors] = useState<FieldErrors>({});
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
              status={sets || (prompt.action && !prompt.action.danger) ? 'default' : 'danger'}
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
      {prompt.goesBack !== 'all' && (prompt.action === null || prompt.action.danger) ? (
        <Alert
          type="warning"
          content={t(prompt.goesBack === 'none' ? 'resource.bulk.irreversible' : 'resource.bulk.partly')}
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
