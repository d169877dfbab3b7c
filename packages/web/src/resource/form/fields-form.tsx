import './form.css';
import { type Field, type FieldErrors, type Fields, groupBySection, isFieldVisible, type Section } from '@gantry/core';
import type { ComponentType } from 'react';
import { useSay } from '../../app/i18n/index.ts';
import type { InputProps } from '../../fields/index.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import { FormRow } from '../../ui/parts/index.ts';

export interface FieldsFormProps {
  /** Rows of field names; fields in no row are not shown. */
  readonly rows: readonly (readonly string[])[];
  readonly fields: Fields;
  readonly values: Readonly<Record<string, unknown>>;
  readonly errors: FieldErrors;
  readonly onChange: (name: string, value: unknown) => void;
  readonly disabled?: boolean;
  /** Custom inputs, by field. */
  readonly inputs?: Readonly<Record<string, ComponentType<InputProps>>>;
  /** Text below a field in place of its help. */
  readonly notes?: Readonly<Record<string, string>>;
  /** Headings: a row belongs to the section of its first field. */
  readonly sections?: readonly Section[];
}

/** Returns the errors of a field and its items: `tags`, `tags.2`. */
export function getFieldErrors(errors: FieldErrors, name: string): readonly string[] {
  return Object.entries(errors)
    .filter(([key]) => key === name || key.startsWith(`${name}.`))
    .flatMap(([, messages]) => messages);
}

/**
 * Inputs for some fields, in rows below their headings, limited to those that apply to the chosen values. Controlled: values and
 * errors are props.
 */
export function FieldsForm({ rows, sections, ...rest }: FieldsFormProps) {
  const localize = useSay();
  if (!sections) return <FieldRows rows={rows} {...rest} />;
  const firsts = rows.flatMap((row) => row.slice(0, 1));
  return (
    <div className="form-sections">
      {groupBySection({ sections }, firsts).map(({ label, names }) => (
        <fieldset key={label?.en ?? ''} className="form-section">
          {label ? <legend>{localize(label)}</legend> : null}
          <FieldRows rows={rows.filter(([first = '']) => names.includes(first))} {...rest} />
        </fieldset>
      ))}
    </div>
  );
}

function FieldRows({ rows, fields, ...rest }: Omit<FieldsFormProps, 'sections'>) {
  const { values, errors } = rest;
  const isShown = (name: string, field: Field) =>
    isFieldVisible(field, fields, values) || getFieldErrors(errors, name).length > 0;
  return (
    <div className="fields-form">
      {rows.map((row) => {
        const shown = row.flatMap((name) => {
          const field = fields[name];
          return field && isShown(name, field) ? [[name, field] as const] : [];
        });
        return shown.length === 0 ? null : (
          <div key={row.join()} className="fields-row">
            {shown.map(([name, field]) => (
              <FormField key={name} name={name} field={field} {...rest} />
            ))}
          </div>
        );
      })}
    </div>
  );
}

interface FormFieldProps extends Omit<FieldsFormProps, 'rows' | 'fields' | 'sections'> {
  readonly name: string;
  readonly field: Field;
}

function FormField({ name, field, values, errors, onChange, disabled = false, inputs, notes }: FormFieldProps) {
  const localize = useSay();
  const Own = inputs?.[name];
  const wrong = getFieldErrors(errors, name);
  const help = notes?.[name] ?? (field.help ? localize(field.help) : undefined);
  return (
    <FormRow label={localize(field.label)} help={help} errors={wrong} required={field.required}>
      {(ids) => {
        const props = {
          id: ids.id,
          label: localize(field.label),
          value: values[name] ?? null,
          onChange: (value: unknown) => onChange(name, value),
          disabled,
          invalid: wrong.length > 0,
          describedBy: ids['aria-describedby'],
        };
        return Own ? <Own field={field} {...props} /> : <FieldInput field={field} {...props} />;
      }}
    </FormRow>
  );
}
