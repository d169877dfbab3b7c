import {
  type Action,
  type AnyResource,
  checkInput,
  complete,
  describeActionEffects,
  errorMessage,
  type FieldErrors,
  type Fields,
  getActionDefaults,
  getInputFields,
  getRequestedValues,
  ResponseError,
  type StartContext,
  selectFields,
  type Values,
} from '@gantry/core';
import { type ComponentType, useRef, useState } from 'react';
import { createCallKey } from '../../app/api/index.ts';
import { InCurrency, useFormat, useLocale, useSay } from '../../app/i18n/index.ts';
import { StepUpCancelled } from '../../app/session/index.ts';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import { Alert, Modal, useReturnFocus, useToast } from '../../ui/index.ts';
import { FieldsForm, getFieldErrors } from '../form/fields-form.tsx';
import { getTitle } from '../resource-host.tsx';
import type { ConfirmationSlotProps, Slots } from '../slots.ts';
import { isConfirmed, TypedConfirmation } from './typed-confirmation.tsx';
import { useSendAction } from './use-send-action.ts';

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

export interface ActionDialogProps {
  /** Inputs that the entity makes by hand, by field. */
  readonly inputs: Slots['input'];
  /** What the entity shows under the input. */
  readonly request: ComponentType<ConfirmationSlotProps> | undefined;
  /** What whoever opened it fills in, over what it starts with. */
  readonly given: Values;
  readonly resource: AnyResource;
  readonly name: string;
  readonly action: Action;
  /** Null for an action on none. */
  readonly record: FieldRecord | null;
  readonly onDone: (answer: unknown, key: string) => void;
  readonly onCancel: () => void;
}

function startOf({ name, action, resource, record, given }: ActionDialogProps, context: StartContext): Values {
  const fields = getInputFields(resource, action);
  const own = Object.entries(action.input ?? {}).flatMap(([name, given]) =>
    typeof given === 'string' && record ? [[name, record[given] ?? null] as const] : [],
  );
  const start = getActionDefaults(resource, name, record, context);
  return { ...complete({}, fields, 'create'), ...Object.fromEntries(own), ...start, ...given };
}

/** Fields that were rejected stand in the form, whether they are asked for or not. */
function pickRejected(fields: Fields, errors: FieldErrors): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => getFieldErrors(errors, name).length > 0));
}

/** Asks what an action must ask: its input, or whether it may hurt. */
export function ActionDialog(props: ActionDialogProps) {
  const { resource, name, action, record, request: CallRequest, inputs, onDone, onCancel } = props;
  useReturnFocus();
  const t = useWords();
  const localize = useSay();
  const locale = useLocale();
  const format = useFormat();
  const { timeZone } = format;
  const toast = useToast();
  const send = useSendAction(resource);
  const sent = useRef({ body: '', key: '' });
  const fields = getInputFields(resource, action);
  const [start] = useState<Values>(() => startOf(props, { locale, timeZone, now: Date.now() }));
  const [values, setValues] = useState(start);
  const input = getRequestedValues(fields, values, start);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);
  const [typed, setTyped] = useState('');
  const expected = resource.person && action.loss === 'final' && record ? getTitle(resource, record) : null;
  const run = async () => {
    const checked = checkInput(fields, input, locale, t);
    setErrors(checked.ok ? {} : checked.errors);
    if (!checked.ok) return;
    setBusy(true);
    try {
      const body = JSON.stringify(checked.value);
      if (sent.current.body !== body) sent.current = { body, key: createCallKey() };
      const { key } = sent.current;
      onDone(await send(name, record, checked.value, key), key);
    } catch (error) {
      if (error instanceof ResponseError) setErrors(error.errors);
      if (!(error instanceof StepUpCancelled)) toast.error(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
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
              onChange={(field, value) => setValues((now) => ({ ...now, [field]: value }))}
            />
          ) : null}
          {expected === null ? null : <TypedConfirmation expected={expected} typed={typed} onType={setTyped} />}
          {CallRequest ? <CallRequest resource={resource} record={record} values={input} /> : null}
        </div>
      </InCurrency>
    </Modal>
  );
}
