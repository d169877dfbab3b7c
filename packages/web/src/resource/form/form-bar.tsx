import { useWords } from '../../fields/index.ts';
import { Button } from '../../ui/index.ts';
import type { RecordForm } from './use-record-form.ts';

interface FormBarProps {
  readonly form: RecordForm;
  readonly onCancel: () => void;
  readonly onSave: () => void;
}

/** Where the form stands, and its buttons. */
export function FormBar({ form, onCancel, onSave }: FormBarProps) {
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
