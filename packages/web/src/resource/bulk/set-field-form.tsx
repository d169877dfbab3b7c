import type { FieldErrors, Fields, Values } from '@gantry/core';
import { useSay } from '../../app/i18n/index.ts';
import { useWords } from '../../fields/index.ts';
import { Select } from '../../ui/index.ts';
import { FormRow } from '../../ui/parts/index.ts';
import { FieldsForm } from '../form/fields-form.tsx';

interface SetFieldFormProps {
  readonly fields: Fields;
  /** The field that is set, with its value; empty before one is chosen. */
  readonly values: Values;
  readonly errors: FieldErrors;
  readonly onChange: (values: Values) => void;
}

/** Which field of the records is set, and to what. */
export function SetFieldForm({ fields, values, errors, onChange }: SetFieldFormProps) {
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
