import { type AnyResource, kebab } from '@gantry/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useUnsavedWork } from '../../app/session/index.ts';
import { type FieldRecord, useWords } from '../../fields/index.ts';
import { Button, useReturnFocus, useToast } from '../../ui/index.ts';
import { SideDrawer } from '../../ui/parts/index.ts';
import { useNameOf } from '../name-words.ts';
import type { Slots } from '../slots.ts';
import { FieldsForm } from './fields-form.tsx';
import { FormMerge } from './form-merge.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { type RecordForm, useRecordForm } from './use-record-form.ts';

export interface FormDrawerProps {
  readonly resource: AnyResource;
  readonly slots: Slots;
  /** The record to update; null creates a record. */
  readonly record: FieldRecord | null;
  /** The record whose values a new record starts with. */
  readonly like?: FieldRecord | null;
  readonly onSaved: (record: FieldRecord) => void;
  /** Announces a saved change and its idempotency keys, in place of the default message. */
  readonly announceSaved?: (text: string, keys: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Focuses the first input, or the first rejected one. */
function focusInput(form: HTMLFormElement | null, wrong: boolean) {
  const wanted = wrong ? '[aria-invalid="true"]' : 'input:not([type="file"], [type="color"]), textarea';
  form?.querySelector<HTMLElement>(wanted)?.focus();
}

/** Focuses once the drawer has opened, unless the user is already typing. */
function useInitialFocus(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const frame = window.setTimeout(() => {
      const typing =
        document.activeElement?.matches('input, textarea') && form.current?.contains(document.activeElement);
      if (!typing) focusInput(form.current, false);
    }, 60);
    return () => window.clearTimeout(frame);
  }, [form]);
}

interface End {
  /** Null when the user canceled. */
  readonly saved: FieldRecord | null;
}

/** Saves the topmost form with Ctrl-S or Cmd-S, wherever the focus is. */
function useSaveKey(form: RefObject<HTMLFormElement | null>, save: () => void) {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      const forms = document.querySelectorAll('.side-drawer form');
      if (forms[forms.length - 1] === form.current) latest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [form]);
}

/** Closes only when the form is no longer registered as unsaved; otherwise the leave question would appear. */
function useCloseWhenSaved(end: End | null, onSaved: FormDrawerProps['onSaved'], onClose: FormDrawerProps['onClose']) {
  const reported = useRef(false);
  useEffect(() => {
    if (end === null || reported.current) return;
    reported.current = true;
    if (end.saved) onSaved(end.saved);
    else onClose();
  }, [end, onSaved, onClose]);
}

/** The form of a new or existing record, over the page that opened it. */
export function FormDrawer({ resource, slots, record, like = null, onSaved, announceSaved, onClose }: FormDrawerProps) {
  useReturnFocus();
  const t = useWords();
  const nameOf = useNameOf();
  const toast = useToast();
  const form = useRecordForm(resource, record, like);
  const [request, setRequest] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const [end, setEnd] = useState<End | null>(null);
  const dirty = form.changed.length > 0;
  useUnsavedWork(dirty && end === null);
  useCloseWhenSaved(end, onSaved, onClose);
  useInitialFocus(element);
  const finish = (saved: FieldRecord | null) => {
    if (saved) {
      if (record && announceSaved && form.changed.length > 0) announceSaved(t('resource.saved'), [form.writtenBy()]);
      else toast.success(t(record ? 'resource.saved' : 'resource.created'));
      setEnd({ saved });
    } else requestAnimationFrame(() => focusInput(element.current, true));
  };
  const save = async () => {
    if (!form.busy) finish(await form.save());
  };
  const giveUp = () => setEnd({ saved: null });
  const close = () => (dirty ? setRequest(true) : giveUp());
  useSaveKey(element, () => void save());
  const name = nameOf(resource);
  return (
    <SideDrawer
      open
      width={760}
      title={t(record ? 'resource.edit' : 'resource.new', { name })}
      onClose={close}
      footer={<FormBar form={form} onCancel={close} onSave={save} />}
    >
      <form
        ref={element}
        data-testid={`form-${kebab(resource.name)}`}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void save();
        }}
        noValidate
      >
        <FieldsForm
          rows={form.rows}
          fields={form.fields}
          values={form.values}
          errors={form.errors}
          onChange={form.set}
          disabled={form.busy}
          {...(slots.input ? { inputs: slots.input } : {})}
          {...(resource.sections ? { sections: resource.sections } : {})}
        />
        {slots.formNote ? <slots.formNote resource={resource} record={record} values={form.values} /> : null}
        <button type="submit" hidden />
      </form>
      {request ? <LeaveQuestion count={form.changed.length} onLeave={giveUp} onStay={() => setRequest(false)} /> : null}
      <FormMerge resource={resource} form={form} onResolved={finish} />
    </SideDrawer>
  );
}

interface FormBarProps {
  readonly form: RecordForm;
  readonly onCancel: () => void;
  readonly onSave: () => void;
}

/** The state of the form, and its buttons. */
function FormBar({ form, onCancel, onSave }: FormBarProps) {
  const t = useWords();
  const wrong = Object.keys(form.errors).length;
  const elsewhere = Object.entries(form.errors).filter(([name]) => !form.fields[name.split('.')[0] ?? '']);
  const words =
    form.problem !== '' && wrong === elsewhere.length
      ? [form.problem, ...elsewhere.flatMap(([, messages]) => messages)].join(' ')
      : wrong > 0
        ? t('resource.form.fix', { count: wrong })
        : '';
  return (
    <div className="form-bar">
      <span className={words === '' ? 'form-state' : 'form-state problem'} role="status">
        {words === '' && form.changed.length > 0 ? t('resource.form.changed') : words}
      </span>
      <Button onClick={onCancel}>{t('common.cancel')}</Button>
      <Button type="primary" loading={form.busy} onClick={onSave} title="Ctrl+S">
        {t('common.save')}
      </Button>
    </div>
  );
}
