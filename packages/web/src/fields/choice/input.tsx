import { useSay } from '../../app/i18n/index.ts';
import { Select } from '../../ui/index.ts';
import { getInputAria, type InputProps } from '../field-props.ts';
import { useWords } from '../words.tsx';

export function OptionInput(props: InputProps<'choice'> | InputProps<'state'>) {
  const { id, field, label, value, onChange, disabled = false } = props;
  const localize = useSay();
  const t = useWords();
  const options = Object.entries(field.options).map(([name, option]) => ({ value: name, label: localize(option) }));
  return (
    <Select
      id={id}
      label={label}
      className="field-full"
      options={options}
      {...(typeof value === 'string' ? { value } : {})}
      placeholder={t('resource.input.choose')}
      allowClear={field.required !== true}
      disabled={disabled}
      showSearch={options.length > 8}
      onChange={(next: string | undefined) => onChange(next ?? null)}
      {...getInputAria(props)}
    />
  );
}
