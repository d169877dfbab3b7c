import { type Field, formatValue } from '@gantry/core';
import { useFormat, useSay, useT } from '../../i18n/index.ts';
import { FormRow } from '../../parts/index.ts';
import { IconCopy } from '../../ui/icons.ts';
import { IconButton, useToast } from '../../ui/index.ts';

/** A value that nobody types here: to be read, and taken along by a button. */
export function ShownValue({ field, value }: { readonly field: Field; readonly value: unknown }) {
  const t = useT();
  const say = useSay();
  const toast = useToast();
  const words = formatValue(value, field, useFormat());
  const label = say(field.label);
  const copy = () =>
    navigator.clipboard.writeText(words).then(
      () => toast.success(t('common.copied')),
      () => toast.error(t('console.settings.copyFailed')),
    );
  return (
    <div className="settings-field">
      <FormRow label={label} help={field.help ? say(field.help) : ''}>
        {(ids) => (
          <span className="settings-shown">
            <output id={ids.id} className="mono" aria-describedby={ids['aria-describedby']}>
              {words || '–'}
            </output>
            {words === '' ? null : (
              <IconButton
                size="mini"
                label={`${t('common.copy')} ${label}`}
                icon={<IconCopy />}
                onClick={() => void copy()}
              />
            )}
          </span>
        )}
      </FormRow>
    </div>
  );
}
