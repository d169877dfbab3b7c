import { TagInput } from '../../ui/index.ts';
import type { InputProps } from '../field-props.ts';
import { useWords } from '../words.tsx';

export function TagsInput({ id, label, value, onChange, disabled = false }: InputProps<'tags'>) {
  const t = useWords();
  return (
    <TagInput
      id={id}
      label={label}
      value={Array.isArray(value) ? value.map(String) : []}
      placeholder={t('resource.filter.typeAndEnter')}
      tokenSeparators={[',', '，', ';', '；', '\n']}
      saveOnBlur
      allowClear
      disabled={disabled}
      onChange={(next: unknown[]) => onChange([...new Set(next.map((one) => String(one).trim()))].filter(Boolean))}
    />
  );
}
