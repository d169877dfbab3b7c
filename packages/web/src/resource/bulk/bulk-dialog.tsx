import './bulk.css';
import {
  type Action,
  type AnyResource,
  check,
  complete,
  type FieldErrors,
  type Fields,
  fieldsSchema,
  inputFields,
  type Selection,
  type Values,
} from '@gantry/core';
import { type ReactNode, useState } from 'react';
import { newCallKey } from '../../api/index.ts';
import { useWords } from '../../fields/index.ts';
import { useFormat, useLocale, useSay } from '../../i18n/index.ts';
import { Alert, Button, Modal } from '../../ui/index.ts';
import { FieldsForm } from '../form/fields-form.tsx';
import { useReturnFocus } from '../use-return-focus.ts';
import { BulkProgress } from './bulk-progress.tsx';
import { startBulk } from './run-bulk.ts';
import type { Bulk } from './use-bulk.ts';

export interface BulkAsk {
  readonly name: string;
  /** Null deletes. */
  readonly action: Action | null;
  readonly selection: Selection;
  readonly count: number;
  readonly capped: boolean;
}

interface BulkDialogProps {
  readonly resource: AnyResource;
  readonly ask: BulkAsk;
  readonly bulk: Bulk;
  readonly onClose: () => void;
}

/** Asks once for all, then shows how far it is, what failed and why, and tries just that again. */
export function BulkDialog({ resource, ask, bulk, onClose }: BulkDialogProps) {
  useReturnFocus();
  const t = useWords();
  const say = useSay();
  const locale = useLocale();
  const fields: Fields = ask.action ? inputFields(resource, ask.action) : {};
  const [values, setValues] = useState<Values>(() => complete({}, fields, 'create'));
  const [errors, setErrors] = useState<FieldErrors>({});
  const action = ask.action ? say(ask.action.label) : t('resource.bulk.delete');
  const begin = () => {
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
    const checked = check(fieldsSchema(fields), given, fields, locale, t);
    setErrors(checked.ok ? {} : checked.errors);
    if (checked.ok) bulk.start(startBulk(newCallKey(), ask.name, ask.selection, checked.value));
  };
  const close = () => {
    bulk.stop();
    if (bulk.phase === 'ended') bulk.forget();
    onClose();
  };
  const idle = bulk.phase === 'idle';
  return (
    <Modal
      visible
      className="bulk-dialog"
      title={t('resource.bulk.title', { action })}
      maskClosable={false}
      escToExit={bulk.phase !== 'running'}
      onCancel={close}
      footer={
        idle ? (
          <>
            <Button onClick={close}>{t('common.cancel')}</Button>
            <Button type="primary" status={ask.action && !ask.action.danger ? 'default' : 'danger'} onClick={begin}>
              {t('resource.bulk.run', { action })}
            </Button>
          </>
        ) : (
          <BulkButtons bulk={bulk} onClose={close} />
        )
      }
    >
      {idle ? (
        <BulkQuestion ask={ask} action={action}>
          <FieldsForm
            rows={Object.keys(fields).map((name) => [name])}
            fields={fields}
            values={values}
            errors={errors}
            onChange={(name, value) => setValues((now) => ({ ...now, [name]: value }))}
          />
        </BulkQuestion>
      ) : (
        <BulkProgress bulk={bulk} action={action} />
      )}
    </Modal>
  );
}

interface BulkQuestionProps {
  readonly ask: BulkAsk;
  readonly action: string;
  readonly children: ReactNode;
}

function BulkQuestion({ ask, action, children }: BulkQuestionProps) {
  const t = useWords();
  const format = useFormat();
  const count = `${format.number(ask.count)}${ask.capped ? '+' : ''}`;
  return (
    <div className="form-stack">
      <p className="hint">
        {t('ids' in ask.selection ? 'resource.bulk.confirm' : 'resource.bulk.confirmAll', { count, action })}
      </p>
      {ask.action === null || ask.action.danger ? (
        <Alert type="warning" content={t('resource.bulk.irreversible')} />
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
