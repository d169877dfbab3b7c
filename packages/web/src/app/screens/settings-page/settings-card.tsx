import {
  changeWarnings,
  type Field,
  formatValue,
  getGivenFields,
  isReadOnly,
  type SettingsGroup,
  type SettingsGroupAnswer,
} from '@gantry/core';
import { useState } from 'react';
import { useWords } from '../../../fields/index.ts';
import { FieldInput } from '../../../fields/inputs.tsx';
import { getFieldErrors } from '../../../resource/form/fields-form.tsx';
import { isSame } from '../../../resource/record/merge.ts';
import { IconCopy, IconHistory, IconUndo } from '../../../ui/icons.ts';
import { Alert, Button, IconButton, Modal, useToast } from '../../../ui/index.ts';
import { FormRow, useCopy } from '../../../ui/parts/index.ts';
import { useFormat, useSay, useT } from '../../i18n/index.ts';
import { useSession, useUnsavedWork } from '../../session/index.ts';
import { SettingsHistory } from './settings-history.tsx';
import { SettingsTests } from './settings-trials.tsx';
import { type SettingsForm, useSettingsForm } from './use-settings-form.ts';

interface SettingsCardProps {
  readonly id: string;
  readonly page: string;
  readonly name: string;
  readonly group: SettingsGroup;
  readonly saved: SettingsGroupAnswer;
  /** The settings that match the search. Others are hidden, and keep what was typed. */
  readonly shown: readonly string[];
  readonly onReload: () => Promise<unknown>;
}

/** One settings group: its fields, the differences from the defaults, the last change and the history. */
export function SettingsCard(props: SettingsCardProps) {
  const { id, page, name, group, saved, shown, onReload } = props;
  const t = useWords();
  const localize = useSay();
  const format = useFormat();
  const form = useSettingsForm(props);
  const isReader = isReadOnly(useSession().rights);
  const [history, setHistory] = useState(false);
  const label = localize(group.label);
  useUnsavedWork(form.changed.length > 0);
  return (
    <section
      id={id}
      className="card settings-card"
      aria-labelledby={`${id}-title`}
      data-testid={`settings-${name}`}
      data-setting={name}
      hidden={shown.length === 0}
    >
      <header className="settings-head">
        <h2 id={`${id}-title`}>{label}</h2>
        {saved.updatedAt === null ? null : (
          <span className="dim">
            {t('resource.settings.by', { name: saved.updatedByLabel ?? '–', time: format.time(saved.updatedAt) })}
          </span>
        )}
        <IconButton
          label={t('resource.settings.historyOf', { name: label })}
          icon={<IconHistory />}
          onClick={() => setHistory(true)}
        />
      </header>
      {group.help ? <p className="hint">{localize(group.help)}</p> : null}
      <div className="settings-fields">
        {Object.keys(group.fields).map((field) => (
          <SettingsField
            key={field}
            idPrefix={`${name}.${field}`}
            name={field}
            group={group}
            saved={saved}
            form={form}
            disabled={isReader}
            hidden={!shown.includes(field)}
          />
        ))}
      </div>
      {isReader ? null : <SettingsFoot {...props} label={label} form={form} />}
      {history ? (
        <SettingsHistory
          page={page}
          name={name}
          group={group}
          saved={saved}
          onClose={() => setHistory(false)}
          onRestored={onReload}
        />
      ) : null}
    </section>
  );
}

interface SettingsFootProps extends Pick<SettingsCardProps, 'page' | 'name' | 'group' | 'saved'> {
  readonly label: string;
  readonly form: SettingsForm;
}

function SettingsFoot({ page, name, group, saved, label, form }: SettingsFootProps) {
  const t = useWords();
  const toast = useToast();
  const dirty = form.changed.length > 0;
  const off = listChangedFromDefault(group, saved, form);
  const { locale } = useFormat();
  const [isChallenge, setIsAsking] = useState(false);
  const changed = Object.fromEntries(form.changed.map((field) => [field, form.values[field] ?? null]));
  const warnings = changeWarnings(group.fields, saved.values, changed, locale);
  const save = async () => {
    setIsAsking(false);
    if (await form.save()) toast.success(t('resource.settings.savedGroup', { name: label }));
  };
  return (
    <footer className="settings-foot">
      <Modal
        visible={isChallenge}
        title={t('resource.settings.save', { name: label })}
        okText={t('common.save')}
        cancelText={t('common.cancel')}
        onOk={save}
        onCancel={() => setIsAsking(false)}
      >
        {warnings.map((warning) => (
          <Alert key={warning} type="warning" content={warning} />
        ))}
      </Modal>
      <span className={form.problem === '' ? 'hint' : 'problem'} role="status">
        {form.problem !== ''
          ? form.problem
          : dirty
            ? t('resource.settings.changed', { count: form.changed.length })
            : ''}
      </span>
      <SettingsTests page={page} name={name} group={group} dirty={dirty} />
      {off.length > 0 ? (
        <Button
          aria-label={t('resource.settings.resetGroup', { name: label })}
          onClick={() => {
            for (const field of off) form.set(field, saved.defaults[field] ?? null);
          }}
        >
          {t('resource.settings.resetGroupShort')}
        </Button>
      ) : null}
      {dirty ? <Button onClick={form.discard}>{t('resource.settings.discard')}</Button> : null}
      <Button
        type="primary"
        disabled={!dirty}
        loading={form.busy}
        aria-label={t('resource.settings.save', { name: label })}
        onClick={() => (warnings.length > 0 ? setIsAsking(true) : void save())}
      >
        {t('common.save')}
      </Button>
    </footer>
  );
}

/** Writable fields whose value differs from the default. Secrets have no default. */
function listChangedFromDefault(
  { fields }: SettingsGroup,
  { defaults }: SettingsGroupAnswer,
  { values }: SettingsForm,
): string[] {
  return Object.entries(getGivenFields(fields))
    .filter(([name, { kind }]) => kind !== 'secret' && !isSame(values[name] ?? null, defaults[name] ?? null))
    .map(([name]) => name);
}

interface SettingsFieldProps {
  /** The settings page and group, as a prefix of element IDs. */
  readonly idPrefix: string;
  readonly name: string;
  readonly group: SettingsGroup;
  readonly saved: SettingsGroupAnswer;
  readonly form: SettingsForm;
  readonly disabled: boolean;
  readonly hidden: boolean;
}

function SettingsField({ idPrefix, name, group, saved, form, disabled, hidden }: SettingsFieldProps) {
  const t = useWords();
  const localize = useSay();
  const format = useFormat();
  const field = group.fields[name];
  if (!field) return null;
  const label = localize(field.label);
  const value = form.values[name] ?? null;
  const standard = saved.defaults[name] ?? null;
  if (field.write === 'never') return <ShownValue idPrefix={idPrefix} field={field} value={value} hidden={hidden} />;
  const off = field.kind !== 'secret' && !isSame(value, standard);
  const words = formatValue(standard, field, format) || '–';
  const mask = field.kind === 'secret' ? (saved.secrets[name] ?? null) : null;
  const wrong = getFieldErrors(form.errors, name);
  const help = [field.help ? localize(field.help) : '', mask ? `${mask} · ${t('resource.input.keep')}` : ''];
  return (
    <div
      className={form.changed.includes(name) ? 'settings-field changed' : 'settings-field'}
      data-setting={idPrefix}
      hidden={hidden}
    >
      <FormRow label={label} help={help.filter(Boolean).join(' ')} errors={wrong} required={field.required}>
        {(ids) => (
          <FieldInput
            id={ids.id}
            field={field}
            label={label}
            value={value}
            disabled={disabled}
            invalid={wrong.length > 0}
            describedBy={ids['aria-describedby']}
            onChange={(given) => form.set(name, given)}
          />
        )}
      </FormRow>
      {off && !disabled ? (
        <span className="settings-default">
          <span>{t('resource.settings.fromDefault', { value: words })}</span>
          <IconButton
            size="mini"
            label={t('resource.settings.reset', { name: label })}
            icon={<IconUndo />}
            onClick={() => form.set(name, standard)}
          />
        </span>
      ) : null}
    </div>
  );
}

interface ShownValueProps {
  /** The settings page and group, as a prefix of element IDs. */
  readonly idPrefix: string;
  readonly field: Field;
  readonly value: unknown;
  readonly hidden: boolean;
}

/** A read-only value with a copy button. */
function ShownValue({ idPrefix, field, value, hidden }: ShownValueProps) {
  const t = useT();
  const localize = useSay();
  const copy = useCopy();
  const words = formatValue(value, field, useFormat());
  const label = localize(field.label);
  return (
    <div className="settings-field" data-setting={idPrefix} hidden={hidden}>
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
