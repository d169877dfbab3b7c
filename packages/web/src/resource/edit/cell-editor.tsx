import './edit.css';
import type { Field, FieldKind } from '@gantry/core';
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useSay } from '../../app/i18n/index.ts';
import type { FieldRecord } from '../../fields/index.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import { FormMerge } from '../form/form-merge.tsx';
import { usePageScope } from '../page-scope.tsx';
import { getTitle } from '../resource-host.tsx';
import { useCellForm } from './use-cell-form.ts';

/** Kinds of which a choice is the whole input: it is saved as soon as it is made. */
const chosen: readonly FieldKind[] = ['boolean', 'choice', 'reference'];
/** Kinds that are typed into one box: leaving the box saves. */
const typed: readonly FieldKind[] = ['text', 'integer', 'money'];

export interface CellEditorProps {
  readonly name: string;
  readonly field: Field;
  readonly record: FieldRecord;
  /** The cell closes; a step goes on to the next or the previous one that may be edited. */
  readonly onDone: (step: number) => void;
}

/** The input of a field in its cell: Enter saves, Escape gives up, Tab saves and goes on. */
export function CellEditor({ name, field, record, onDone }: CellEditorProps) {
  const localize = useSay();
  const id = useId();
  const { resource } = usePageScope();
  const box = useRef<HTMLFieldSetElement>(null);
  const form = useCellForm(name, field, record);
  const ended = useRef(false);
  useEffect(() => {
    const input = box.current?.querySelector<HTMLElement>('input:not([type="color"]), textarea, button, [tabindex]');
    input?.focus();
    if (input instanceof HTMLInputElement) input.select();
  }, []);
  const end = (step: number) => {
    if (ended.current) return;
    ended.current = true;
    const grid = box.current?.closest<HTMLElement>('[role="grid"]');
    onDone(step);
    if (step === 0) grid?.focus();
  };
  const save = async (step: number, given?: unknown) => {
    if (await (given === undefined ? form.save() : form.save(given))) end(step);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') end(0);
    else if (event.key === 'Tab') {
      event.preventDefault();
      void save(event.shiftKey ? -1 : 1);
    } else if (event.key === 'Enter' && !chosen.includes(field.kind)) {
      event.preventDefault();
      void save(0);
    }
  };
  const onBlur = (event: FocusEvent) => {
    if (!typed.includes(field.kind) || form.conflict || ended.current) return;
    if (box.current?.contains(event.relatedTarget as Node | null) !== true) void save(0);
  };
  const label = localize(field.label);
  return (
    <fieldset ref={box} className="cell-editor" aria-label={label} onKeyDown={onKeyDown} onBlur={onBlur}>
      <FieldInput
        id={`${id}-input`}
        field={field}
        label={`${label}: ${getTitle(resource, record)}`}
        value={form.value}
        onChange={(value) => {
          form.set(value);
          if (chosen.includes(field.kind)) void save(0, value);
        }}
        invalid={form.problems.length > 0}
        describedBy={`${id}-problems`}
      />
      <div id={`${id}-problems`} role="alert" className="cell-problems">
        {form.problems.join(' ')}
      </div>
      <FormMerge resource={resource} form={form} onResolved={(saved) => (saved ? end(0) : undefined)} />
    </fieldset>
  );
}
