import '../fields.css';
import { useState } from 'react';
import { Select } from '../../ui/index.ts';
import { getInputAria, type InputProps } from '../field-props.ts';
import { useReferences } from '../reference-port.ts';
import { useWords } from '../words.tsx';
import { useFound } from './use-found.ts';

/** Selects a record of another resource by a keyword search on the server, or creates one in place. */
export function ReferenceInput(props: InputProps<'reference'>) {
  const { id, field, label, value, onChange, disabled = false } = props;
  const t = useWords();
  const references = useReferences();
  const [keyword, setKeyword] = useState('');
  const chosen = typeof value === 'number' ? [value] : [];
  const { found, loading } = useFound(field.to, keyword, chosen, field.only);
  return (
    <div className="with-suffix">
      <Select
        id={id}
        label={label}
        className="field-full"
        showSearch
        filterOption={false}
        loading={loading}
        allowClear={field.required !== true}
        disabled={disabled}
        placeholder={t('resource.input.searchRecord')}
        notFoundContent={t(loading ? 'common.loading' : 'list.nothing')}
        options={found.map((one) => ({ value: one.id, label: one.label }))}
        {...(typeof value === 'number' ? { value } : {})}
        onSearch={setKeyword}
        onChange={(next: number | undefined) => onChange(next ?? null)}
        {...getInputAria(props)}
      />
      {disabled ? null : references.creator(field.to, (made) => onChange(made.id))}
    </div>
  );
}
