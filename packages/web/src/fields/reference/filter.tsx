import { useState } from 'react';
import { Select } from '../../ui/index.ts';
import type { FilterProps } from '../field-props.ts';
import { useWords } from '../words.tsx';
import { useFound } from './use-found.ts';

export function ReferenceFilter({ field, label, value, onChange }: FilterProps<'reference'>) {
  const t = useWords();
  const [keyword, setKeyword] = useState('');
  const chosen = (Array.isArray(value) ? value : []).filter((one): one is number => typeof one === 'number');
  const { found, loading } = useFound(field.to, keyword, chosen);
  return (
    <div className="filter-panel">
      <Select
        label={label}
        mode="multiple"
        className="field-full"
        showSearch
        filterOption={false}
        loading={loading}
        allowClear
        placeholder={t('resource.input.searchRecord')}
        notFoundContent={t(loading ? 'common.loading' : 'list.nothing')}
        options={found.map((one) => ({ value: one.id, label: one.label }))}
        value={chosen}
        onSearch={setKeyword}
        onChange={(next: number[]) => onChange(next.length > 0 ? next : null)}
      />
    </div>
  );
}
