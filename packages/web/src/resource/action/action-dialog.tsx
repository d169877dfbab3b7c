import {
  type Action,
  type AnyResource,
  describeActionEffects,
  type FieldErrors,
  type Fields,
  type LocalizedText,
  selectVisibleFields,
} from '@gantry/core';
import { type ComponentType, useState } from 'react';
import { InCurrency, useFormat, useSay } from '../../app/i18n/index.ts';
import { useWords } from '../../fields/index.ts';
import { Alert, Modal, useReturnFocus } from '../../ui/index.ts';
import { FieldsForm, getFieldErrors } from '../form/fields-form.tsx';
import type { ConfirmationSlotProps, Slots } from '../slots.ts';
import { useTitleOf } from '../use-title-of.ts';
import { ActionPreview, findPreviewAction } from './action-preview.tsx';
import { isConfirmed, TypedConfirmation } from './typed-confirmation.tsx';
import { type ActionFormOptions, useActionForm } from './use-action-form.ts';

/** Up to this number of fields, one per row; above it, two short fields share a row. */
const maxUnpaired = 6;
const long = ['paragraph', 'markdown', 'json', 'choices', 'tags', 'image'];

/** Returns rows for fields without a layout of their own. */
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
  /** Custom inputs, by field. */
  readonly inputs: Slots['input'];
  /** Custom content below the inputs. */
  readonly request: ComponentType<ConfirmationSlotProps> | undefined;
  readonly onCancel: () => void;
}

/** Returns the rejected fields, which the form shows even when it does not request them. */
function pickRejected(fields: Fields, errors: FieldErrors): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => getFieldErrors(errors, name).length > 0));
}

/**
 * Returns the text that must be typed before an irreversible action: the name of a user, or the name of the action when it
 * affects an unknown number of records. Null for another single record, which needs only a confirmation.
 */
function getTypedConfirmation(
  resource: AnyResource,
  action: Action,
  title: string | null,
  localize: (words: LocalizedText) => string,
): string | null {
  if (title === null) return localize(action.label);
  return resource.person ? title : null;
}

/** Requests the input of an action, or the confirmation of a destructive one. */
export function ActionDialog(props: ActionDialogProps) {
  const { resource, name, action, record, request: CallRequest, inputs, onCancel } = props;
  useReturnFocus();
  const t = useWords();
  const localize = useSay();
  const format = useFormat();
  const { fields, values, input, errors, busy, run, change } = useActionForm(props);
  const [typed, setTyped] = useState('');
  const preview = findPreviewAction(resource, name, record);
  const titleOf = useTitleOf(resource);
  const title = record && titleOf(record);
  const expected = action.loss === 'final' ? getTypedConfirmation(resource, action, title, localize) : null;
  const words = { title: title ?? '', action: localize(action.label) };
  const reported = describeActionEffects(resource, action, record, format);
  const hasInput = Object.keys(fields).length > 0;
  const rows = pairRows({ ...selectVisibleFields(fields, values), ...pickRejected(fields, errors) });
  return (
    <Modal
      visible
      className={preview || rows.some((row) => row.length > 1) ? 'wide-dialog' : ''}
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
          {preview && !CallRequest ? (
            <ActionPreview resource={resource} preview={preview} record={record} values={input} />
          ) : null}
        </div>
      </InCurrency>
    </Modal>
  );
}
