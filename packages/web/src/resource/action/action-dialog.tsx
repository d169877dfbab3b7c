import {
  type Action,
  type AnyResource,
  describeActionEffects,
  type FieldErrors,
  type Fields,
  type LocalizedText,
  selectFields,
} from '@gantry/core';
import { type ComponentType, useState } from 'react';
import { InCurrency, useFormat, useSay } from '../../app/i18n/index.ts';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import { Alert, Modal, useReturnFocus } from '../../ui/index.ts';
import { FieldsForm, getFieldErrors } from '../form/fields-form.tsx';
import { getTitle } from '../resource-host.tsx';
import type { ConfirmationSlotProps, Slots } from '../slots.ts';
import { isConfirmed, TypedConfirmation } from './typed-confirmation.tsx';
import { type ActionFormOptions, useActionForm } from './use-action-form.ts';

/** So many fields stand one under the other; of more, two that are short stand side by side. */
const maxUnpaired = 6;
const long = ['paragraph', 'markdown', 'json', 'choices', 'tags', 'image'];

/** Rows for fields that come without any. */
export function pairRows(fields: Fields): string[][] {
  const names = Object.keys(fields);
  if (names.length <= maxUnpaired) return names.map((name) => [name]);
  const isShort = (name: string | undefined) => name !== undefined && !long.includes(fields[name]?.kind ?? '');
  const rows: string[][] = [];
  for (const name of names) {
    const last = rows.at(-1);
    if (last?.length === 1 && isShort(last[0]) && isShort(name)) last.push(name);
    else rows.push([name]);
  }
  return rows;
}

export interface ActionDialogProps extends ActionFormOptions {
  /** Inputs that the entity makes by hand, by field. */
  readonly inputs: Slots['input'];
  /** What the entity shows under the input. */
  readonly request: ComponentType<ConfirmationSlotProps> | undefined;
  readonly onCancel: () => void;
}

/** Rejected fields, which the form shows whether they are asked for or not. */
function pickRejected(fields: Fields, errors: FieldErrors): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => getFieldErrors(errors, name).length > 0));
}

/**
 * What must be typed before an action that cannot be undone: the name of a person, or of the action where it is for an unknown
 * number of records. One other record is confirmed without it.
 */
function getTypedConfirmation(
  resource: AnyResource,
  action: Action,
  record: FieldRecord | null,
  localize: (words: LocalizedText) => string,
): string | null {
  if (record === null) return localize(action.label);
  return resource.person ? getTitle(resource, record) : null;
}

/** Asks what an action must ask: its input, or whether it may hurt. */
export function ActionDialog(props: ActionDialogProps) {
  const { resource, action, record, request: CallRequest, inputs, onCancel } = props;
  useReturnFocus();
  const t = useWords();
  const localize = useSay();
  const format = useFormat();
  const { fields, values, input, errors, busy, run, change } = useActionForm(props);
  const [typed, setTyped] = useState('');
  const expected = action.loss === 'final' ? getTypedConfirmation(resource, action, record, localize) : null;
  const words = { title: record ? getTitle(resource, record) : '', action: localize(action.label) };
  const reported = describeActionEffects(resource, action, record, format);
  const hasInput = Object.keys(fields).length > 0;
  const rows = pairRows({ ...selectFields(fields, values), ...pickRejected(fields, errors) });
  return (
    <Modal
      visible
      className={rows.some((row) => row.length > 1) ? 'wide-dialog' : ''}
      title={localize(action.label)}
      maskClosable={false}
      okText={localize(action.label)}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: !isConfirmed(expected, typed), ...(action.loss ? { status: 'danger' } : {}) }}
      onOk={run}
      onCancel={onCancel}
    >
      <InCurrency currency={record?.currency}>
        <div className="form-stack">
          {action.danger || !hasInput ? (
            <p className="hint">{t(record ? 'resource.action.confirm' : 'resource.action.confirmNone', words)}</p>
          ) : null}
          {reported ? <p>{reported}</p> : null}
          {action.help ? <Alert type={action.danger ? 'warning' : 'info'} content={localize(action.help)} /> : null}
          {hasInput ? (
            <FieldsForm
              rows={rows}
              fields={fields}
              values={values}
              errors={errors}
              disabled={busy}
              {...(inputs ? { inputs } : {})}
              onChange={change}
            />
          ) : null}
          {expected === null ? null : <TypedConfirmation expected={expected} typed={typed} onType={setTyped} />}
          {CallRequest ? <CallRequest resource={resource} record={record} values={input} /> : null}
        </div>
      </InCurrency>
    </Modal>
  );
}
