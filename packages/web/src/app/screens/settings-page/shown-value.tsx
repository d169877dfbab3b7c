import { type Field, formatValue } from '@gantry/core';
import { IconCopy } from '../../../ui/icons.ts';
import { IconButton } from '../../../ui/index.ts';
import { FormRow, useCopy } from '../../../ui/parts/index.ts';
import { useFormat, useSay, useT } from '../../i18n/index.ts';

interface ShownValueProps {
  /** Its group and its name. */
  readonly place: string;
  readonly field: Field;
  readonly value: unknown;
}

/** A value that nobody types here: to be read, and taken along by a button. */
export function ShownValue({ place, field, value }: ShownValueProps) {
  const t = useT();
  const localize = useSay();
  const copy = useCopy();
  const words = formatValue(value, field, useFormat());
  const label = localize(field.label);
  return (
    <div className="settings-field" data-setting={place}>
      <FormRow label={label} help={field.help ? localize(field.help) : ''}>
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
                onClick={() => void copy(words)}
              />
            )}
          </span>
        )}
      </FormRow>
    </div>
  );
}
